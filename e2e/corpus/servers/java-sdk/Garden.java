// A garden centre's order desk on the official Java SDK: Java 17, io.modelcontextprotocol.sdk:mcp 2.1.0, slf4j-simple 2.0.
// Built with `javac -cp 'lib/*' Garden.java`, run with `java -cp 'lib/*:.' Garden`.
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServerFeatures;
import io.modelcontextprotocol.server.transport.StdioServerTransportProvider;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.*;
import java.util.List;
import java.util.Map;

public class Garden {
  static CallToolResult text(String line, boolean failed) {
    return CallToolResult.builder().addTextContent(line).isError(failed).build();
  }

  static CallToolResult order(Map<String, Object> in) {
    var plant = String.valueOf(in.get("plant"));
    return switch (plant) {
      case "rose" -> text("Three roses ordered, delivery on Tuesday.", false);
      case "fern" -> throw new IllegalStateException("Ferns are out of stock until May; order ivy instead");
      case "ivy" -> throw new RuntimeException("order failed", new java.sql.SQLException("table orders is locked"));
      case "oak" -> throw McpError.builder(-32603).message("the nursery's gate is closed").build();
      case "elm" -> throw McpError.builder(4001).message("elms need a permit").data(Map.of("permit", "T-4")).build();
      case "lily" -> text("Lilies must be ordered in pairs; ask for an even number.", true);
      case "tulip" -> text("{\"success\": false, \"message\": \"warehouse rejected the order\"}", false);
      case "daisy" -> text("java.net.ConnectException: Connection refused", false);
      case "moss" -> text("Order failed\n\tat Garden.order(Garden.java:30)\n\tat java.base/java.lang.Thread.run(Thread.java:840)", true);
      case "reed" -> {
        System.out.println("INFO  garden - reed is rare");
        yield text("One reed ordered.", false);
      }
      case "yew" -> {
        try {
          Thread.sleep(3000);
        } catch (InterruptedException stop) {
          throw new IllegalStateException("interrupted");
        }
        yield text("Yews ordered after a long wait.", false);
      }
      case "palm" -> {
        System.err.println("ERROR garden - greenhouse on fire, stopping");
        Runtime.getRuntime().halt(5);
        yield null;
      }
      case "cactus" -> null;
      default -> text("We do not sell " + plant + ".", true);
    };
  }

  public static void main(String[] args) {
    var mapper = McpJsonDefaults.getMapper();
    var orderTool = Tool.builder("order", mapper,
        "{\"type\":\"object\",\"properties\":{\"plant\":{\"type\":\"string\"},\"count\":{\"type\":\"integer\"}},\"required\":[\"plant\"],\"additionalProperties\":false}").description("Orders plants.").build();
    var adviceTool = Tool.builder("advice", mapper,
        "{\"type\":\"object\",\"properties\":{\"topic\":{\"type\":\"string\"}},\"required\":[\"topic\"]}").description("Advice on a topic.").build();
    var server = McpServer.sync(new StdioServerTransportProvider(mapper))
        .serverInfo("garden", "1.7.0")
        .capabilities(ServerCapabilities.builder().tools(false).resources(false, false).prompts(false).logging().build())
        .toolCall(orderTool, (exchange, request) -> order(request.arguments()))
        .toolCall(adviceTool, (exchange, request) -> switch (String.valueOf(request.arguments().get("topic"))) {
          case "pests" -> text("Fungus: an error many make is to water at noon. Failed grafts are not found until spring.", false);
          case "offers" -> text("[]", false);
          default -> text("{\"errors\": [], \"advice\": \"dig\"}", false);
        })
        .resources(
            new McpServerFeatures.SyncResourceSpecification(Resource.builder("garden://plan", "plan").build(),
                (exchange, request) -> new ReadResourceResult(List.of(new TextResourceContents("garden://plan", "text/plain", "Access denied to dogs.")))),
            new McpServerFeatures.SyncResourceSpecification(Resource.builder("garden://pond", "pond").build(),
                (exchange, request) -> { throw new IllegalStateException("the pond's camera is frozen"); }))
        .prompts(new McpServerFeatures.SyncPromptSpecification(
            new Prompt("plan", "Plans a bed", List.of(new PromptArgument("size", "size of the bed", true))),
            (exchange, request) -> {
              if (request.arguments() == null || request.arguments().get("size") == null) throw new IllegalArgumentException("size is missing");
              return new GetPromptResult("bed", List.of(new PromptMessage(Role.USER, new TextContent("Plan a bed of " + request.arguments().get("size")))));
            }))
        .build();
    System.err.println("garden: ready");
  }
}
