// A bakery on the official Kotlin SDK: Kotlin 2.4.21, Java 17, io.modelcontextprotocol:kotlin-sdk-server-jvm 0.16.0.
// Built with kotlin-maven-plugin, run with `java -cp 'lib/*:target/classes' BakeryKt`.
import io.modelcontextprotocol.kotlin.sdk.server.Server
import io.modelcontextprotocol.kotlin.sdk.server.ServerOptions
import io.modelcontextprotocol.kotlin.sdk.server.StdioServerTransport
import io.modelcontextprotocol.kotlin.sdk.types.*
import kotlinx.coroutines.Job
import kotlinx.coroutines.delay
import kotlinx.coroutines.runBlocking
import kotlinx.io.asSink
import kotlinx.io.asSource
import kotlinx.io.buffered
import kotlinx.serialization.json.buildJsonObject
import kotlinx.serialization.json.contentOrNull
import kotlinx.serialization.json.jsonPrimitive
import kotlinx.serialization.json.put
import kotlinx.serialization.json.putJsonObject
import kotlin.system.exitProcess

fun said(line: String, failed: Boolean = false) = CallToolResult(content = listOf(TextContent(line)), isError = failed)

suspend fun bake(bread: String): CallToolResult = when (bread) {
    "rye" -> said("Twelve rye loaves at six. Last week's batch failed, this one did not.")
    "spelt" -> throw IllegalStateException("oven 2 is cold; use oven 1 for spelt")
    "wheat" -> said("Wheat flour is out; order it with buy_flour.", failed = true)
    "brioche" -> said("{\"result\":null,\"error\":\"oven door open\"}")
    "stollen" -> throw McpException(-32000, "bakery closed for stocktaking")
    "bagel" -> { println("bagel: timer on"); said("Bagels in 20 minutes.") }
    "toast" -> { delay(2500); said("Toast after a long wait.") }
    "cake" -> { System.err.println("ERROR flour dust exploded"); exitProcess(9) }
    else -> said("No recipe for $bread; recipes are rye, spelt, wheat.", failed = true)
}

fun main() {
    val server = Server(
        Implementation("bakery", "0.3.0"),
        ServerOptions(
            capabilities = ServerCapabilities(
                tools = ServerCapabilities.Tools(listChanged = false),
                prompts = ServerCapabilities.Prompts(listChanged = false),
                resources = ServerCapabilities.Resources(listChanged = false, subscribe = false),
            ),
        ),
    )
    val bread = ToolSchema(properties = buildJsonObject { putJsonObject("bread") { put("type", "string") } }, required = listOf("bread"))
    server.addTool(name = "bake", description = "Bakes a bread.", inputSchema = bread) { request ->
        bake(request.arguments!!["bread"]!!.jsonPrimitive.contentOrNull ?: "nothing")
    }
    server.addPrompt(name = "menu", description = "The menu", arguments = listOf(PromptArgument(name = "day", required = true))) { request ->
        val day = request.arguments?.get("day") ?: throw IllegalArgumentException("day is missing")
        GetPromptResult(messages = listOf(PromptMessage(role = Role.User, content = TextContent("Write the menu of $day"))))
    }
    server.addResource(uri = "bakery://recipes", name = "recipes", description = "All recipes") { request ->
        ReadResourceResult(contents = listOf(TextResourceContents(text = "No errors in 40 years.", uri = request.uri)))
    }
    server.addResource(uri = "bakery://camera", name = "camera", description = "The shop") { throw IllegalStateException("camera is off") }
    runBlocking {
        val session = server.createSession(StdioServerTransport(System.`in`.asSource().buffered(), System.out.asSink().buffered()))
        val done = Job()
        session.onClose { done.complete() }
        done.join()
    }
}
