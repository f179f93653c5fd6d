// A marathon's timing desk on the official Java SDK: Java 17, io.modelcontextprotocol.sdk:mcp 2.1.0, slf4j-simple 2.0.
// Built with `javac -cp 'lib/*' Marathon.java`, run with `java -cp 'lib/*:.' Marathon`.
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.transport.StdioServerTransportProvider;
import io.modelcontextprotocol.spec.McpSchema.*;
import java.util.Map;

public class Marathon {
  static CallToolResult said(String line) {
    return CallToolResult.builder().addTextContent(line).isError(false).build();
  }

  static CallToolResult refused(String line) {
    return CallToolResult.builder().addTextContent(line).isError(true).build();
  }

  static CallToolResult runner(int bib) throws InterruptedException {
    switch (bib) {
      case 101: return said("Bib 101: did not finish. Stopped at km 31, injury; disqualification was denied by the jury.");
      case 102: return said("{\"bib\":102,\"splits\":[],\"warnings\":[\"chip failed at km 5\"],\"time\":\"3:41:09\"}");
      case 103: return said("");
      case 104: Thread.sleep(1500); return said("Bib 104: 4:02:55, photo finish checked.");
      case 105: return refused("Bib 105 was handed back before the start; ask for its new runner, bib 205.");
      case 106: throw new IllegalArgumentException("chip 106 sent a time before the start");
      default: return said("No runner wears bib " + bib + ".");
    }
  }

  static CallToolResult correct(String bib, String time) {
    switch (bib) {
      case "101": return said("Time of 101 is now " + time + ".");
      case "102": return said("Update rejected: the results were frozen at 17:00. No change was made.");
      case "103": return said("{\"updated\":0,\"exception\":\"java.sql.SQLTransientConnectionException: pool exhausted\"}");
      case "104": return said("⚠️ Unable to save the time, please try again later");
      case "105": return refused("null");
      default: Runtime.getRuntime().halt(134); return null;
    }
  }

  public static void main(String[] args) {
    var mapper = McpJsonDefaults.getMapper();
    var runner = Tool.builder("runner", mapper,
        "{\"type\":\"object\",\"properties\":{\"bib\":{\"type\":\"integer\"}},\"required\":[\"bib\"]}").description("The result of a runner.").build();
    var correct = Tool.builder("correct_time", mapper,
        "{\"type\":\"object\",\"properties\":{\"bib\":{\"type\":\"string\"},\"time\":{\"type\":\"string\"}},\"required\":[\"bib\",\"time\"]}").description("Corrects a time.").build();
    var report = Tool.builder("race_report", mapper, "{\"type\":\"object\",\"properties\":{}}").description("Counts of the race.")
        .outputSchema(mapper, "{\"type\":\"object\",\"properties\":{\"finished\":{\"type\":\"integer\"},\"failed\":{\"type\":\"integer\"},\"errors\":{\"type\":\"array\"}},\"required\":[\"finished\",\"failed\"]}").build();
    McpServer.sync(new StdioServerTransportProvider(mapper))
        .serverInfo("marathon", "26.2.0")
        .capabilities(ServerCapabilities.builder().tools(false).build())
        .toolCall(runner, (exchange, request) -> {
          try {
            return runner(((Number) request.arguments().get("bib")).intValue());
          } catch (InterruptedException stopped) {
            return refused("the desk is closing");
          }
        })
        .toolCall(correct, (exchange, request) -> correct((String) request.arguments().get("bib"), (String) request.arguments().get("time")))
        .toolCall(report, (exchange, request) -> CallToolResult.builder().addTextContent("9 112 finished, 388 failed to finish, no timing errors")
            .structuredContent(Map.of("finished", 9112, "failed", 388, "errors", java.util.List.of())).build())
        .build();
  }
}
