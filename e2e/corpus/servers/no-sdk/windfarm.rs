// A wind farm's control room, written without an SDK: Rust 1.95, serde_json 1.
// Built with `cargo build` as a binary of a crate that has serde_json.
use std::io::{BufRead, Write};
use std::time::Duration;

use serde_json::{Value, json};

fn send(message: Value) {
    let mut out = std::io::stdout().lock();
    let _ = writeln!(out, "{message}");
    let _ = out.flush();
}

fn text(line: &str) -> Value {
    json!({ "content": [{ "type": "text", "text": line }] })
}

fn sorry(line: &str) -> Value {
    json!({ "content": [{ "type": "text", "text": line }], "isError": true })
}

type Answer = Result<Value, (i64, String)>;

fn start(turbine: i64) -> Answer {
    match turbine {
        1 => Ok(text("T1 turns, 2.1 MW. Its last fault, a pitch error, was cleared yesterday.")),
        2 => Ok(text("T2 would not start. Pitch motor B draws no current.")),
        3 => Ok(text(r#"{"cmd":"start","turbine":3,"ack":false,"alarm":"cable untwist in progress"}"#)),
        4 => Ok(text("T4 was turning before you asked. Nothing done.")),
        5 => Ok(sorry("T5 is locked out by technician Aune; ask for the release with close_work_order WO-9 first")),
        6 => Err((-32603, "SCADA gateway 10 does not respond".into())),
        7 => {
            std::thread::sleep(Duration::from_millis(1400));
            Ok(text("T7 turns, 0.3 MW."))
        }
        8 => panic!("turbine 8 has no controller"),
        9 => Ok(json!({ "content": { "type": "text", "text": "T9 turns, 1.8 MW." } })),
        n => Err((-32602, format!("turbine {n} is out of range, there are 1 to 9"))),
    }
}

fn tool(name: &str, args: &Value) -> Answer {
    let word = |key: &str| args[key].as_str().unwrap_or_default().to_owned();
    match name {
        "start_turbine" => match args["turbine"].as_i64() {
            Some(turbine) => start(turbine),
            None => Err((-32602, "turbine: a whole number is required".into())),
        },
        "curtail" => {
            let all: Vec<i64> = args["turbines"].as_array().map(|a| a.iter().filter_map(Value::as_i64).collect()).unwrap_or_default();
            let (kept, applied): (Vec<i64>, Vec<i64>) = all.iter().partition(|t| **t == 5);
            let kept: Vec<Value> = kept.iter().map(|t| json!({ "turbine": t, "because": "switched to local mode, takes no orders" })).collect();
            let body = json!({ "applied": applied, "unchanged": kept });
            Ok(json!({ "content": [{ "type": "text", "text": body.to_string() }], "structuredContent": body }))
        }
        "alarms" => Ok(text(if args["turbine"] == 2 {
            r#"[{"code":"E-204","text":"Pitch motor B failed","severity":"error","state":"active"}]"#
        } else {
            "[]"
        })),
        "forecast" => Ok(text(&match word("day").as_str() {
            "2026-11-23" => "11 m/s from the west, mean error of the model 0.4 m/s, icing failed to build up in every run.".to_owned(),
            day => format!("{day} lies beyond the model's reach, so I have no forecast for you."),
        })),
        "turbine_by_serial" => Ok(text(&format!("serial {}: unknown", word("serial")))),
        "inspection" => Ok(text("Blade 1 PASS\nBlade 2 FAIL (crack, 12 cm)\nBlade 3 PASS\nOverall: FAIL, do not start above 15 m/s")),
        "find_work_orders" => Ok(text(r#"{"count":0,"items":[]}"#)),
        "close_work_order" => Ok(text(&match word("order").as_str() {
            "WO-7" => "WO-7 stays open: the lockout tag is still on.".to_owned(),
            order => format!("{order} closed. Reason given: gearbox failure, repaired."),
        })),
        _ => Err((-32601, format!("no tool called {name}"))),
    }
}

fn tools() -> Value {
    let one = |name: &str, line: &str, key: &str, kind: Value| json!({ "name": name, "description": line,
        "inputSchema": { "type": "object", "properties": { key: kind }, "required": [key] } });
    let (number, word) = (json!({ "type": "integer" }), json!({ "type": "string" }));
    json!([
        one("start_turbine", "Starts a turbine.", "turbine", number.clone()),
        one("curtail", "Curtails turbines to 50 %.", "turbines", json!({ "type": "array", "items": { "type": "integer" } })),
        one("alarms", "Lists the alarms of a turbine.", "turbine", number),
        one("forecast", "The forecast of a day.", "day", word.clone()),
        one("turbine_by_serial", "The turbine with this serial number.", "serial", word.clone()),
        one("inspection", "The last inspection of the blades of a turbine.", "turbine", json!({ "type": "integer" })),
        one("find_work_orders", "Searches work orders.", "words", word.clone()),
        one("close_work_order", "Closes a work order.", "order", word),
    ])
}

fn answer(method: &str, params: &Value) -> Answer {
    match method {
        "initialize" => Ok(json!({ "protocolVersion": "2025-06-18", "capabilities": { "tools": {} }, "serverInfo": { "name": "windfarm", "version": "1.0" } })),
        "ping" => Ok(json!({})),
        "tools/list" => Ok(json!({ "tools": tools() })),
        "tools/call" => match params["name"].as_str() {
            Some(name) => tool(name, &params["arguments"]),
            None => Err((-32600, "tools/call needs a name".into())),
        },
        _ => Err((-32601, format!("method {method} is not implemented"))),
    }
}

fn main() {
    eprintln!("[error] scada: certificate of gateway 4 expired, using gateway 10");
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        let message: Value = match serde_json::from_str(&line) {
            Ok(message) => message,
            Err(cause) => {
                send(json!({ "jsonrpc": "2.0", "id": null, "error": { "code": -32700, "message": format!("cannot read this line: {cause}") } }));
                continue;
            }
        };
        if message.get("id").is_none() {
            continue;
        }
        std::thread::spawn(move || {
            let (id, method) = (&message["id"], message["method"].as_str().unwrap_or_default());
            match answer(method, &message["params"]) {
                Ok(result) => send(json!({ "jsonrpc": "2.0", "id": id, "result": result })),
                Err((code, line)) => send(json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code, "message": line } })),
            }
        });
    }
    eprintln!("[error] scada: operator left");
    std::process::exit(1);
}
