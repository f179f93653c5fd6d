// A ski resort's lift desk on rmcp: Rust 1.95, rmcp 3.11.0 (server, transport-io, macros, schemars), schemars 1.2, serde 1, tokio 1.54.
// Built with `cargo build` as a binary of a crate that has them.
use std::time::Duration;

use rmcp::{
    ErrorData, ServerHandler, ServiceExt,
    handler::server::wrapper::Parameters,
    model::*,
    prompt, prompt_handler, prompt_router, schemars, tool, tool_handler, tool_router,
};

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Lift {
    /// number of the lift
    lift: i32,
    #[serde(default)]
    skiers: Vec<String>,
}

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Piste {
    piste: String,
}

#[derive(Clone, Default)]
struct SkiLift;

fn text(line: &str) -> CallToolResult {
    CallToolResult::success(vec![ContentBlock::text(line)])
}

#[tool_router]
impl SkiLift {
    #[tool(description = "Starts a lift")]
    async fn start(&self, Parameters(Lift { lift, skiers }): Parameters<Lift>) -> Result<CallToolResult, ErrorData> {
        println!("start {lift}");
        match lift {
            1 => Ok(text("Lift 1 runs.")),
            2 => Err(ErrorData::internal_error("cable tension sensor timed out", Some(serde_json::json!({ "sensor": "T2" })))),
            3 => Ok(CallToolResult::error(vec![ContentBlock::text("Lift 3 is closed for storm; lifts 1 and 4 run.")])),
            4 => Err(ErrorData::new(ErrorCode(409), "lift 4 is running already", None)),
            5 => Ok(text("Status: 429 Too Many Requests")),
            6 => Ok(CallToolResult::error(vec![])),
            7 => panic!("lift 7 has no motor"),
            8 => std::process::abort(),
            9 => {
                tokio::time::sleep(Duration::from_millis(2500)).await;
                Ok(text("Lift 9 runs after a check of the cable."))
            }
            10 => {
                let lines: Vec<String> = skiers.iter().enumerate()
                    .map(|(i, name)| format!("{name}: {}", if i == 0 { "on board" } else { "error, ticket expired" }))
                    .collect();
                Ok(text(&lines.join("\n")))
            }
            _ => Err(ErrorData::invalid_request(format!("there is no lift {lift}"), None)),
        }
    }

    #[tool(description = "What the patrol says of a piste")]
    async fn patrol(&self, Parameters(Piste { piste }): Parameters<Piste>) -> String {
        match piste.as_str() {
            "black" => "Closed after an accident. No persons missing, search failed to find anyone.".into(),
            "blue" => "".into(),
            _ => "404 m long, gradient 12 %, error of measurement 1 m.".into(),
        }
    }
}

#[prompt_router]
impl SkiLift {
    #[prompt(name = "briefing", description = "Morning briefing")]
    async fn briefing(&self, Parameters(Piste { piste }): Parameters<Piste>) -> Vec<PromptMessage> {
        vec![PromptMessage::new_text(Role::User, format!("Brief the patrol on {piste}"))]
    }
}

#[tool_handler]
#[prompt_handler]
impl ServerHandler for SkiLift {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().enable_prompts().enable_logging().build())
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let service = SkiLift.serve(rmcp::transport::stdio()).await?;
    service.waiting().await?;
    Ok(())
}
