// A town's waterworks on the official Java SDK: Java 17, io.modelcontextprotocol.sdk:mcp 2.1.0, slf4j-simple 2.0.
// Built with `javac -cp 'lib/*' Waterworks.java`, run with `java -cp 'lib/*:.' Waterworks`.
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.transport.StdioServerTransportProvider;
import io.modelcontextprotocol.spec.McpSchema.*;
import java.util.HashMap;
import java.util.Map;

public class Waterworks {
  /** What each tool answers, by its argument. */
  static final Map<String, Map<String, String>> ANSWERS = new HashMap<>();

  static void on(String tool, String key, String text) {
    ANSWERS.computeIfAbsent(tool, name -> new HashMap<>()).put(key, text);
  }

  static CallToolResult said(String text, boolean failed) {
    return CallToolResult.builder().addTextContent(text).isError(failed).build();
  }

  static CallToolResult answer(String tool, String key) {
    var text = ANSWERS.getOrDefault(tool, Map.of()).get(key);
    if (text != null) return said(text, false);
    return switch (key) {
      case "1001" -> said("A meter number begins with WM-, for example WM-1001", true);
      case "2027-Q1" -> said("2027-Q1 has not begun; the last quarter that can be billed is 2026-Q4", true);
      case "tower" -> throw new IllegalStateException("tower gauge: value 65535 out of range");
      default -> said("Nothing is known of " + key, true);
    };
  }

  public static void main(String[] args) {
    on("read_meter", "WM-1001", "WM-1001: 00 418.226 m³, read at 09:14 over radio, battery 71 %.");
    on("read_meter", "WM-1002", "{\"meter\":\"WM-1002\",\"m3\":1207.4,\"flags\":[\"TAMPER\",\"BACKFLOW\"],\"health\":\"faulty\"}");
    on("read_meter", "WM-1003", "WM-1003: 00 000.000 m³\nThe counter has not moved since it was fitted on 4 May (flat is empty).");
    on("read_meter", "WM-1004", "WM-1004 did not reply within 30 s; no reading obtained.");
    on("read_meter", "WM-1005", "WM-1005: 00 093.551 m³. First try: checksum mismatch, dropped. Second try: good.");
    on("read_meter", "WM-1006", "{\"code\":\"E_AUTH\",\"error\":\"head-end rejected our certificate\",\"data\":null}");
    on("read_meter", "WM-1007", "WM-1007 was removed on 30 June and has no successor.");
    on("pressure", "hill", "| time | bar | |\n|---|---|---|\n| 08:00 | 4.1 | |\n| 09:00 | 1.2 | burst main, alarm |\n| 10:00 | 0.0 | supply failed |\n| 11:00 | 3.9 | restored |");
    on("pressure", "old town", "5.0 bar, steady. Alarms: none. Sensors not responding: none.");
    on("pressure", "harbour", "{\"zone\":\"harbour\",\"bar\":null,\"since\":\"2026-11-20\",\"sensor\":\"decommissioned\"}");
    on("pressure", "ring", "[{\"sensor\":\"r1\",\"bar\":4.4,\"error\":false},{\"sensor\":\"r2\",\"bar\":4.3,\"error\":false},{\"sensor\":\"r3\",\"bar\":4.4,\"error\":false}]");
    on("pressure", "meadow", "Zone meadow: below the limit of 2.5 bar (2.1). Customers above the third floor may be without water.");
    on("open_work_order", "burst, Mill Lane 4", "Work order 7741 opened: burst, Mill Lane 4. Crew B is on the way. Crew A was asked first and declined.");
    on("open_work_order", "hydrant 88 broken", "{\"order\":7742,\"title\":\"hydrant 88 broken\",\"status\":\"open\",\"priority\":\"critical\"}");
    on("open_work_order", "leak, Cross Street", "Not opened: Cross Street belongs to the neighbouring works.");
    on("open_work_order", "drip, Park 2", "Order 7743 opened. ⚠ Photo could not be attached later than 14 days; send it soon.");
    on("open_work_order", "burst, Mill Lane 6", "There is an order for this pipe already (7741); your note was added to it.");
    on("close_valve", "V-12", "V-12 closed at 10:41 (12 turns). Houses 3 to 19 are now cut off, as announced.");
    on("close_valve", "V-13", "{\"valve\":\"V-13\",\"command\":\"close\",\"position\":\"OPEN\",\"result\":\"actuator stalled at 40 %\"}");
    on("close_valve", "V-14", "V-14 closed. The position switch is defective, so the position was confirmed by flow: 0.0 l/s.");
    on("close_valve", "V-15", "SIMULATION (training mode): V-15 would not close fully; flow would stay at 0.3 l/s. No command went out.");
    on("find_customers", "Mill Lane", "4 customers\n- 4: Adler (payment failed twice, reminder 2)\n- 6: Brand\n- 8: empty\n- 10: Costa (access refused to the reader in May)");
    on("find_customers", "Zzyzx", "{\"query\":\"Zzyzx\",\"hits\":0,\"customers\":[]}");
    on("find_customers", "note:error", "Found 1 customer with this note: Dietl, Ring 7 - \"error in the bill of 2024, corrected, apologised\".");
    on("find_customers", "Adler", "null");
    on("find_customers", "Ring", "Traceback: customer index not loaded (stale lock). 0 of 0 searched.");
    on("find_customers", "blocked", "Customers with a blocked account: none at present.");
    on("water_quality", "school", "E. coli: not detected. Enterococci: not detected. Lead: 0.4 µg/l. Nitrite: below the limit of detection.");
    on("water_quality", "kindergarten", "# Kindergarten, 19 November\n\n**Failed.** Legionella 2 300 per 100 ml (limit 100). Showers are closed. Second sample: 26 November.");
    on("water_quality", "town hall", "{\"tap\":\"town hall\",\"compliant\":false,\"violations\":[\"turbidity 1.4 NTU\"],\"lab\":\"accredited\"}");
    on("water_quality", "fountain", "No analysis: the fountain is no drinking water and is not sampled.");
    on("water_quality", "hospital", "{\"tap\":\"hospital\",\"sample\":\"lost in transport\",\"analysis\":null,\"next\":\"2026-11-24\"}");
    on("billing_run", "2026-Q1", "Billing run 2026-Q1: 3 118 bills, 0 rejected, 0 errors, 12 estimated.");
    on("billing_run", "2026-Q2", "Billing run 2026-Q2 finished with 3 104 bills; 14 could not be created:\n  WM-0031 no reading\n  WM-0388 no tariff\n  … 12 more");
    on("billing_run", "2026-Q3", "{\"run\":null,\"exception\":\"java.sql.SQLTimeoutException\",\"message\":\"could not open the ledger\"}");
    on("billing_run", "2026-Q4", "Dry run, no bill was written. 41 would fail for want of a reading; the others are fine.");
    on("crew_diary", "A", "07:00 INFO on duty\n07:20 ERROR van would not start\n07:55 INFO van started with a cable\n12:30 WARN helmet missing\n16:00 INFO off duty");
    on("crew_diary", "B", "{\"crew\":\"B\",\"jobs\":[{\"order\":7741,\"outcome\":\"done\"},{\"order\":7702,\"outcome\":\"aborted\",\"why\":\"gas smell\"},{\"order\":7699,\"outcome\":\"failed\",\"why\":\"wrong gasket\"}]}");
    on("crew_diary", "C", "Crew C has written nothing this week.");
    on("crew_diary", "D", "Diary of crew D\n- Monday: could not enter Ring 7, nobody home\n- Tuesday: denied by dog\n- Wednesday: in, meter changed");
    on("import_readings", "oct.csv", "Imported oct.csv: 512 rows, 512 accepted, 0 skipped.");
    on("import_readings", "nov.csv", "{\"file\":\"nov.csv\",\"accepted\":496,\"refused\":[{\"row\":17,\"why\":\"lower than the last reading\"},{\"row\":203,\"why\":\"unknown meter\"}]}");
    on("import_readings", "sep.csv", "sep.csv was imported on 2 October; its rows were compared and all of them are in the book. Duplicates ignored: 509.");
    var mapper = McpJsonDefaults.getMapper();
    var server = McpServer.sync(new StdioServerTransportProvider(mapper))
        .serverInfo("waterworks", "4.8.1")
        .capabilities(ServerCapabilities.builder().tools(false).build());
    String[][] tools = {
      {"read_meter", "meter", "Reads a water meter remotely"},
      {"pressure", "zone", "Pressure in a zone, now and lately"},
      {"open_work_order", "job", "Opens a work order for the pipe crew"},
      {"close_valve", "valve", "Closes a valve remotely"},
      {"find_customers", "query", "Finds customers by street, name or note"},
      {"water_quality", "tap", "The latest analysis at a tap"},
      {"billing_run", "quarter", "Runs the bills of a quarter, as a dry run while it lasts"},
      {"crew_diary", "crew", "The diary of a crew"},
      {"import_readings", "file", "Imports readings that customers sent in"},
    };
    for (var tool : tools) {
      var schema = "{\"type\":\"object\",\"properties\":{\"" + tool[1] + "\":{\"type\":\"string\"}},\"required\":[\"" + tool[1] + "\"]}";
      server = server.toolCall(Tool.builder(tool[0], mapper, schema).description(tool[2]).build(),
          (exchange, request) -> answer(tool[0], (String) request.arguments().get(tool[1])));
    }
    server.build();
  }
}
