// A stone quarry on rmcp: Rust 1.95, rmcp 3.11.0 (server, transport-io, macros, schemars), schemars 1.2, serde 1, tokio 1.54.
// Built with `cargo build` as a binary of a crate that has them.
use std::time::Duration;

use rmcp::{
    ErrorData, ServerHandler, ServiceExt, handler::server::wrapper::Parameters, model::*, schemars, tool, tool_handler,
    tool_router,
};
use serde_json::json;

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Bench {
    /// number of the bench
    bench: u32,
}

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Holes {
    holes: Vec<u32>,
}

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Gap {
    mm: u32,
}

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Station {
    station: u32,
}

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Ticket {
    ticket: u32,
}

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Words {
    words: String,
}

#[derive(Clone, Default)]
struct Quarry;

fn text(line: &str) -> CallToolResult {
    CallToolResult::success(vec![ContentBlock::text(line)])
}

#[tool_router]
impl Quarry {
    #[tool(description = "Fires the charged holes of a bench")]
    async fn blast(&self, Parameters(Bench { bench }): Parameters<Bench>) -> Result<CallToolResult, ErrorData> {
        match bench {
            1 => {
                eprintln!("WARN seismo: station 3 error, vibration 4.1 mm/s");
                Ok(text("Bench 1 fired at 11:02, 8 400 t on the floor. Misfires: none. Complaints rejected: 1."))
            }
            2 => Ok(text("The safety officer called the shot off, a hiker was inside the circle. Bench 2 is still charged.")),
            3 => Ok(CallToolResult::structured(json!({ "bench": 3, "fired": false, "holes": { "charged": 22, "initiated": 0 } }))),
            4 => Ok(CallToolResult::error(vec![ContentBlock::text("Bench 4 has 20 charged holes and its plan says 24; charge holes 21 to 24.")])),
            5 => Err(ErrorData::internal_error("exploder 1 lost its radio link", None)),
            6 => {
                tokio::time::sleep(Duration::from_millis(1200)).await;
                Ok(text("Bench 6 fired after the siren."))
            }
            7 => panic!("detonator table is empty"),
            8 => std::process::exit(9),
            _ => Ok(CallToolResult::error(vec![ContentBlock::text("oops")])),
        }
    }

    #[tool(description = "Drills holes to 12 m")]
    async fn drill(&self, Parameters(Holes { holes }): Parameters<Holes>) -> String {
        let rows: Vec<_> = holes.iter()
            .map(|hole| match hole { 2 => "2: bit stuck at 3.5 m, rod left in the ground".to_string(), n => format!("{n}: 12.0 m") })
            .collect();
        rows.join("\n")
    }

    #[tool(description = "Sets the gap of the crusher")]
    async fn set_gap(&self, Parameters(Gap { mm }): Parameters<Gap>) -> String {
        match mm {
            80 => "The gap was 80 mm to begin with, no move needed.".into(),
            60 => "Gap still at 80 mm, the hydraulic lock would not let go.".into(),
            _ => format!("Gap set to {mm} mm."),
        }
    }

    #[tool(description = "The dust reading of a station, by its number")]
    async fn dust(&self, Parameters(Station { station }): Parameters<Station>) -> CallToolResult {
        match station {
            12 => CallToolResult::structured(json!({ "station": 12, "pm10": 61, "limit": 50, "verdict": "exceeded" })),
            _ => CallToolResult::structured(json!({ "station": station, "pm10": null, "note": "we do not operate a station with this number" })),
        }
    }

    #[tool(description = "Voids a weigh ticket")]
    async fn void_ticket(&self, Parameters(Ticket { ticket }): Parameters<Ticket>) -> String {
        match ticket {
            31 => "Ticket 31 is void now; the lorry was refused at the gate for a broken tail light.".into(),
            32 => json!({ "type": "about:blank", "title": "Conflict", "status": 409, "detail": "ticket 32 went to accounting on Friday" }).to_string(),
            _ => "Ticket 33 had been voided already.".into(),
        }
    }

    #[tool(description = "Searches the permits")]
    async fn permits(&self, Parameters(Words { words }): Parameters<Words>) -> String {
        format!("permits with \"{words}\": (none)")
    }

    #[tool(description = "The log of the crusher's last hour")]
    async fn crusher_log(&self) -> String {
        "10:04 INFO feed 310 t/h\n10:19 ERROR iron in feed, magnet fired\n10:20 ERROR belt 2 failed to restart, second try ok\n10:31 INFO feed 295 t/h".into()
    }
}

#[tool_handler]
impl ServerHandler for Quarry {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let service = Quarry.serve(rmcp::transport::stdio()).await?;
    service.waiting().await?;
    Ok(())
}
