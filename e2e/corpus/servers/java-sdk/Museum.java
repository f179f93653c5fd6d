// A museum's guide on the official Java SDK: Java 17, io.modelcontextprotocol.sdk:mcp 2.1.0, slf4j-simple 2.0.
// Built with `javac -cp 'lib/*' Museum.java`, run with `java -cp 'lib/*:.' Museum`.
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.transport.StdioServerTransportProvider;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema.*;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;

public class Museum {
  static CallToolResult said(String line) {
    return CallToolResult.builder().addTextContent(line).isError(false).build();
  }

  static CallToolResult room(int number) {
    switch (number) {
      case 1: return said("Room 1: The Fall of Icarus. A failed flight; the wings were not found.");
      case 2: throw new NoSuchElementException("Room 2 is empty while it is painted, go to room 1 or 6");
      case 3: throw McpError.builder(-32602).message("Room 3 opens on Sundays only").build();
      case 4: return CallToolResult.builder().addTextContent("Error").isError(true).build();
      case 5: return said("Exception in thread \"guide\" java.lang.NullPointerException: audio guide is null");
      case 6: return said("");
      case 7: throw new StackOverflowError("mirror room");
      case 8: System.exit(1);
      case 9: throw new RuntimeException();
      case 10: return said("{\"rooms\":[{\"n\":10,\"ok\":true},{\"n\":11,\"ok\":false,\"error\":\"door jammed\"}]}");
      default: return CallToolResult.builder().addTextContent("There are rooms 1 to 10; room " + number + " does not exist.").isError(true).build();
    }
  }

  public static void main(String[] args) {
    System.out.println("Museum guide, " + args.length + " arguments");
    var mapper = McpJsonDefaults.getMapper();
    var room = Tool.builder("room", mapper,
        "{\"type\":\"object\",\"properties\":{\"number\":{\"type\":\"integer\"}},\"required\":[\"number\"]}").description("What hangs in a room.").build();
    var count = Tool.builder("visitors", mapper, "{\"type\":\"object\",\"properties\":{\"day\":{\"type\":\"string\"}}}")
        .description("Visitors of a day.").outputSchema(mapper, "{\"type\":\"object\",\"properties\":{\"visitors\":{\"type\":\"integer\"}},\"required\":[\"visitors\"]}").build();
    McpServer.sync(new StdioServerTransportProvider(mapper))
        .serverInfo("museum", "4.0.0")
        .capabilities(ServerCapabilities.builder().tools(true).build())
        .toolCall(room, (exchange, request) -> room(((Number) request.arguments().get("number")).intValue()))
        .toolCall(count, (exchange, request) -> {
          var day = request.arguments() == null ? null : request.arguments().get("day");
          if ("monday".equals(day)) return CallToolResult.builder().addTextContent("closed on Mondays").structuredContent(Map.of("visitors", "none")).build();
          return CallToolResult.builder().addTextContent("812 visitors").structuredContent(Map.of("visitors", 812)).build();
        })
        .build();
  }
}
