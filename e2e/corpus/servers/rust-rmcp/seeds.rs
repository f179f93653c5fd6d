// A seed bank on rmcp: Rust 1.95, rmcp 3.11.0 (server, transport-io, macros, schemars), schemars 1.2, serde 1, tokio 1.54.
// Built with `cargo build` as a binary of a crate that has them.
use std::time::Duration;

use rmcp::{
    ErrorData, RoleServer, ServerHandler, ServiceExt,
    handler::server::wrapper::{Json, Parameters},
    model::*,
    schemars,
    service::RequestContext,
    tool, tool_handler, tool_router,
};

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Sowing {
    /// name of the plant
    plant: String,
    /// month of the year, 1 to 12
    month: u8,
}

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Drawer {
    drawer: String,
}

#[derive(serde::Serialize, schemars::JsonSchema)]
struct Stock {
    grams: u32,
}

#[derive(Clone, Default)]
struct Seeds;

fn failed(text: &str) -> CallToolResult {
    CallToolResult::error(vec![ContentBlock::text(text)])
}

fn good(text: &str) -> CallToolResult {
    CallToolResult::success(vec![ContentBlock::text(text)])
}

#[tool_router]
impl Seeds {
    #[tool(description = "When and how to sow")]
    async fn sow(&self, Parameters(Sowing { plant, month }): Parameters<Sowing>) -> Result<String, String> {
        match month {
            3..=5 => Ok(format!("Sow {plant} now, 2 cm deep.")),
            13.. => Err(format!("month {month} does not exist, use 1 to 12")),
            _ => Err(format!("{plant} does not germinate in month {month}; sow from March (3) to May (5)")),
        }
    }

    #[tool(description = "Opens a drawer of the bank")]
    async fn open_drawer(&self, Parameters(Drawer { drawer }): Parameters<Drawer>) -> Result<CallToolResult, ErrorData> {
        match drawer.as_str() {
            "barley" => Ok(good("Barley, 1987. Two lots failed the germination test, one was not found at the last count.")),
            "maize" => Err(ErrorData::internal_error("drawer motor stalled", None)),
            "oats" => Err(ErrorData::invalid_params("oats are stored in the cellar", None)),
            "peas" => Ok(failed("Drawer of peas is locked; ask for the key with request_key.")),
            "rye" => Err(ErrorData::new(ErrorCode(-31999), "humidity alarm", None)),
            "wheat" => Ok(good(r#"{"error":"scanner timeout","lots":null}"#)),
            "beans" => Ok(good("Unable to open drawer: access denied by the door controller")),
            "lentils" => Ok(good("[]")),
            "millet" => {
                let lots: Vec<&str> = Vec::new();
                Ok(good(lots[1]))
            }
            "hemp" => {
                println!("drawer hemp: lamp on");
                Ok(good("Hemp, 2003, three lots."))
            }
            "flax" => {
                tokio::time::sleep(Duration::from_secs(3)).await;
                Ok(good("Flax, after a long search."))
            }
            "poppy" => {
                eprintln!("ERROR the climate control failed, leaving");
                std::process::exit(4)
            }
            other => Err(ErrorData::resource_not_found(format!("no drawer {other}"), None)),
        }
    }

    #[tool(description = "How much is left")]
    async fn stock(&self, Parameters(Drawer { drawer }): Parameters<Drawer>) -> Json<Stock> {
        Json(Stock { grams: 40 * drawer.len() as u32 })
    }
}

#[tool_handler]
impl ServerHandler for Seeds {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().enable_resources().build())
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        Ok(ListResourcesResult::with_all_items(vec![
            Resource::new("seed://catalogue", "catalogue"),
            Resource::new("seed://weather", "weather"),
        ]))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        match request.uri.as_str() {
            "seed://catalogue" => {
                Ok(ReadResourceResult::new(vec![ResourceContents::text("No errors known in this edition.", "seed://catalogue")]).into())
            }
            "seed://weather" => Err(ErrorData::internal_error("the weather mast is down", None)),
            other => Err(ErrorData::resource_not_found("resource not found", Some(serde_json::json!({ "uri": other })))),
        }
    }
}

#[tokio::main]
async fn main() {
    match Seeds.serve(rmcp::transport::stdio()).await {
        Ok(service) => drop(service.waiting().await),
        Err(error) => {
            eprintln!("seeds: {error}");
            std::process::exit(1)
        }
    }
}
