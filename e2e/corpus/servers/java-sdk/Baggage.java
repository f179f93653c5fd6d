// An airport's baggage hall on the official Java SDK: Java 17, io.modelcontextprotocol.sdk:mcp 2.1.0, slf4j-simple 2.0.
// Built with `javac -cp 'lib/*' Baggage.java`, run with `java -cp 'lib/*:.' Baggage`.
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.transport.StdioServerTransportProvider;
import io.modelcontextprotocol.spec.McpSchema.*;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

public class Baggage {
  static CallToolResult said(String line) {
    return CallToolResult.builder().addTextContent(line).isError(false).build();
  }

  static CallToolResult trace(String tag) {
    return switch (tag) {
      case "AB123" -> said("AB123: black case, missed its connection in Oslo, reported lost on the 3rd, found on the 5th, delivered.");
      case "AB130" -> said("{\"tag\":\"AB130\",\"events\":[{\"at\":\"06:12\",\"what\":\"read error\"},{\"at\":\"06:14\",\"what\":\"coded by hand\"}],\"where\":\"chute 9\"}");
      default -> said("Tag " + tag + " is not known to the hall.");
    };
  }

  static CallToolResult reroute(String tag, String flight) throws InterruptedException {
    switch (tag) {
      case "AB123": return said("AB123 goes with " + flight + " now.");
      case "AB124": return said("The hold of " + flight + " is shut. AB124 will not travel with it.");
      case "AB125": return CallToolResult.builder().addTextContent("accepted: no (weight)")
          .structuredContent(Map.of("tag", "AB125", "accepted", false, "reasonCode", "WEIGHT")).build();
      case "AB126": throw new IllegalStateException("sorter 2 answered with a frame of length 0");
      case "AB127": return CallToolResult.builder().addTextContent("AB127 belongs to a passenger who checked in for DY 620; reroute the passenger first.").isError(true).build();
      case "AB128":
        try {
          throw new java.io.IOException("belt 7 stopped");
        } catch (java.io.IOException stop) {
          return said(stop + "\n\tat " + stop.getStackTrace()[0] + "\n\tat java.base/java.lang.Thread.run(Thread.java:840)");
        }
      case "AB129": Thread.sleep(1600); return said("AB129 goes with " + flight + ", the sorter took its time.");
      case "AB131": return said("AB131 is booked on " + flight + " as it is; I changed nothing.");
      case "AB132": return said("We were unable to reach the sorter. Please have somebody carry AB132 over by hand.");
      default: Runtime.getRuntime().halt(71); return null;
    }
  }

  static CallToolResult load(List<String> tags) {
    var rows = new ArrayList<Map<String, Object>>();
    for (var tag : tags) {
      var row = new LinkedHashMap<String, Object>();
      row.put("tag", tag);
      row.put("loaded", !tag.endsWith("7"));
      if (tag.endsWith("7")) row.put("why", "owner is not on board");
      rows.add(row);
    }
    var loaded = rows.stream().filter(row -> (boolean) row.get("loaded")).count();
    return CallToolResult.builder().addTextContent(loaded + " of " + tags.size() + " pieces are on board.")
        .structuredContent(Map.of("pieces", rows)).build();
  }

  static Tool tool(McpJsonMapper mapper, String name, String line, String... keys) {
    var properties = new ArrayList<String>();
    for (var key : keys) properties.add("\"" + key + "\":" + (key.equals("tags") ? "{\"type\":\"array\",\"items\":{\"type\":\"string\"}}" : "{\"type\":\"string\"}"));
    var required = keys.length == 0 ? "" : ",\"required\":[\"" + String.join("\",\"", keys) + "\"]";
    return Tool.builder(name, mapper, "{\"type\":\"object\",\"properties\":{" + String.join(",", properties) + "}" + required + "}").description(line).build();
  }

  public static void main(String[] args) {
    var mapper = McpJsonDefaults.getMapper();
    McpServer.sync(new StdioServerTransportProvider(mapper))
        .serverInfo("baggage", "7.4.0")
        .capabilities(ServerCapabilities.builder().tools(false).build())
        .toolCall(tool(mapper, "trace", "Where the piece with this tag is.", "tag"), (exchange, request) -> trace((String) request.arguments().get("tag")))
        .toolCall(tool(mapper, "reroute", "Puts a piece on another flight.", "tag", "flight"), (exchange, request) -> {
          try {
            return reroute((String) request.arguments().get("tag"), (String) request.arguments().get("flight"));
          } catch (InterruptedException stopped) {
            return said("closing");
          }
        })
        .toolCall(tool(mapper, "load", "Loads pieces.", "tags"), (exchange, request) -> {
          @SuppressWarnings("unchecked") var tags = (List<String>) request.arguments().get("tags");
          return load(tags);
        })
        .toolCall(tool(mapper, "screening", "The screening of the morning."), (exchange, request) ->
            said("4 118 pieces screened, 61 rejected by the scanner, 3 opened, 0 denied boarding. Scanner errors: 2."))
        .toolCall(tool(mapper, "belts", "The state of the belts."), (exchange, request) ->
            said("belt 1 RUNNING\nbelt 2 RUNNING\nbelt 3 FAULT since 06:10 (motor failed)\nbelt 4 off"))
        .toolCall(tool(mapper, "check_manifest", "Checks the manifest of a flight.", "flight"), (exchange, request) ->
            said("{\"ok\":false,\"violations\":[{\"row\":14,\"error\":\"weight missing\"},{\"row\":30,\"error\":\"tag not found in check-in\"}]}"))
        .toolCall(tool(mapper, "search_lost", "Searches lost property.", "words"), (exchange, request) ->
            said("Nobody handed in anything like \"" + request.arguments().get("words") + "\"."))
        .build();
  }
}
