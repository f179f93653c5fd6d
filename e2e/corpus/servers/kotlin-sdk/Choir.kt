// A choir's rehearsal book on the official Kotlin SDK: Kotlin 2.4.21, Java 17, io.modelcontextprotocol:kotlin-sdk-server-jvm 0.16.0.
// Built with kotlin-maven-plugin, run with `java -cp 'lib/*:target/classes' choir.ChoirKt`.
package choir

import io.modelcontextprotocol.kotlin.sdk.server.Server
import io.modelcontextprotocol.kotlin.sdk.server.ServerOptions
import io.modelcontextprotocol.kotlin.sdk.server.StdioServerTransport
import io.modelcontextprotocol.kotlin.sdk.types.*
import kotlinx.coroutines.Job
import kotlinx.coroutines.runBlocking
import kotlinx.io.asSink
import kotlinx.io.asSource
import kotlinx.io.buffered
import kotlinx.serialization.json.buildJsonObject
import kotlinx.serialization.json.int
import kotlinx.serialization.json.jsonPrimitive
import kotlinx.serialization.json.put
import kotlinx.serialization.json.putJsonObject

private fun sung(line: String, failed: Boolean? = null) = CallToolResult(content = listOf(TextContent(line)), isError = failed)

private fun rehearse(piece: Int): CallToolResult = when (piece) {
    1 -> sung("Bar 12: the altos' error is gone. Two tenors not found, excused.")
    2 -> throw UnsupportedOperationException("piece 2 needs an organ, and the hall has none; take piece 1 or 3")
    3 -> sung("ERROR: metronome lost, rehearsal aborted")
    4 -> sung("soprano 1: ok\nsoprano 2: failed, hoarse\nalto 1: ok")
    5 -> sung("", failed = true)
    6 -> sung("Something went wrong.", failed = true)
    7 -> sung("[]")
    8 -> Runtime.getRuntime().halt(2).let { sung("") }
    else -> sung("The book has pieces 1 to 8, not $piece.", failed = true)
}

fun main() {
    System.setProperty("kotlin-logging.logStartupMessage", "false")
    val server = Server(
        Implementation("choir", "5.0.1"),
        ServerOptions(capabilities = ServerCapabilities(tools = ServerCapabilities.Tools(listChanged = true))),
    )
    val schema = ToolSchema(properties = buildJsonObject { putJsonObject("piece") { put("type", "integer") } }, required = listOf("piece"))
    server.addTool(name = "rehearse", description = "Rehearses a piece.", inputSchema = schema) { request ->
        rehearse(request.arguments!!["piece"]!!.jsonPrimitive.int)
    }
    runBlocking {
        val session = server.createSession(StdioServerTransport(System.`in`.asSource().buffered(), System.out.asSink().buffered()))
        val done = Job()
        session.onClose { done.complete() }
        done.join()
    }
}
