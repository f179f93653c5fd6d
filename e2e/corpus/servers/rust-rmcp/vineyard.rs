// A vineyard's cellar book on rmcp: Rust 1.95, rmcp 3.11.0 (server, transport-io, macros, schemars), schemars 1.2, serde 1, tokio 1.54.
// Built with `cargo build` as a binary of a crate that has them.
use std::time::Duration;

use rmcp::{
    ErrorData, ServerHandler, ServiceExt, handler::server::wrapper::Parameters, model::*, schemars, tool, tool_handler,
    tool_router,
};

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Barrel {
    /// number of the barrel
    barrel: u32,
}

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Search {
    grape: String,
}

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Bottles {
    lots: Vec<String>,
}

#[derive(Clone, Default)]
struct Vineyard;

fn text(line: &str) -> CallToolResult {
    CallToolResult::success(vec![ContentBlock::text(line)])
}

#[tool_router]
impl Vineyard {
    #[tool(description = "Racks a barrel into a clean one")]
    async fn rack(&self, Parameters(Barrel { barrel }): Parameters<Barrel>) -> Result<CallToolResult, ErrorData> {
        eprintln!("ERROR cellar::pump: pressure sensor missing, barrel {barrel} racked by hand");
        match barrel {
            1 => Ok(text("Barrel 1 racked, 224 litres, no losses. Malolactic fermentation failed to start, as wanted.")),
            2 => Ok(text("Pump fault E17. Barrel 2 could not be racked; its wine is where it was.")),
            3 => Ok(CallToolResult::structured(serde_json::json!({ "racked": false, "error": { "kind": "valve", "message": "valve 3 stuck" } }))),
            4 => Ok(CallToolResult::error(vec![ContentBlock::text("Barrel 4 holds 20 litres only; rack barrels of at least 100 litres.")])),
            5 => Err(ErrorData::internal_error("cellar database is read-only", None)),
            6 => {
                tokio::time::sleep(Duration::from_millis(1300)).await;
                Ok(text("Barrel 6 racked slowly, sediment undisturbed."))
            }
            7 => Ok(CallToolResult::error(vec![ContentBlock::text("Unexpected error")])),
            8 => {
                eprintln!("fatal: the cellar is flooded");
                std::process::exit(70)
            }
            9 => Ok(text("permission denied: barrel 9 belongs to the abbey, nothing was racked")),
            _ => Err(ErrorData::invalid_params(format!("barrel {barrel} is not in the book, barrels are 1 to 9"), None)),
        }
    }

    #[tool(description = "Searches the tasting notes")]
    async fn notes(&self, Parameters(Search { grape }): Parameters<Search>) -> String {
        match grape.as_str() {
            "riesling" => "Corked bottle sent back: error of the cork, not of the wine. Acidity unforgiving, finish denied to none.".into(),
            "syrah" => "[]".into(),
            "gamay" => "0 notes. Nothing was written about gamay yet.".into(),
            "merlot" => "{\"frost\":{\"vines_failed\":312,\"vines_alive\":8844},\"errors_in_survey\":0}".into(),
            _ => "Year 404 of the abbey: the harvest was lost; in 500 it was not.".into(),
        }
    }

    #[tool(description = "Bottles lots")]
    async fn bottle(&self, Parameters(Bottles { lots }): Parameters<Bottles>) -> String {
        let done: Vec<_> = lots.iter().enumerate()
            .map(|(i, lot)| if i == 2 { format!("[x] {lot}: corks ran out, left in the tank") } else { format!("[v] {lot}: 300 bottles") })
            .collect();
        done.join("\n")
    }

    #[tool(description = "The weight of the must on an open scale")]
    async fn must(&self) -> String {
        panic!("hydrometer broke")
    }
}

#[tool_handler]
impl ServerHandler for Vineyard {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let service = Vineyard.serve(rmcp::transport::stdio()).await?;
    service.waiting().await?;
    Ok(())
}
