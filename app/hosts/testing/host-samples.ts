/** A file of each host as users write it, with comments where the host allows them. */
export const hostSamples = {
  'claude-desktop': `{
  "globalShortcut": "Alt+Space",
  "mcpServers": {
    "files": {
      "command": "npx",
      "args": ["-y", "@modelcontextprotocol/server-filesystem", "/home/ada/notes"]
    },
    "clock": { "command": "C:\\\\Tools\\\\clock.exe", "env": { "TZ": "Europe/Paris" } }
  }
}
`,
  'claude-code': `{
  "numStartups": 12345678901234567890,
  "mcpServers": {
    "shared": { "type": "stdio", "command": "uvx", "args": ["notes-server"], "env": {} },
    "tracker": { "type": "http", "url": "https://tracker.example/mcp" }
  },
  "projects": {
    "/home/ada/shop": {
      "mcpServers": {
        "db": {
          "command": "\${DB_BIN:-/usr/bin/db-mcp}",
          "args": ["--url", "\${DB_URL}"]
        }
      },
      "history": []
    },
    "/home/ada/empty": {}
  }
}`,
  cursor: `{
\t"mcpServers": {
\t\t"search": {
\t\t\t"command": "node",
\t\t\t"args": ["\${workspaceFolder}/search.js"],
\t\t\t"env": { "KEY": "\${env:SEARCH_KEY}" }
\t\t},
\t\t"far": { "url": "https://far.example/sse" }
\t}
}
`,
  vscode: `{
  // What the project asks for once.
  "inputs": [
    { "type": "promptString", "id": "token", "description": "API token", "password": true },
    { "type": "pickString", "id": "level", "default": "info", "options": ["info", "debug"] },
  ],
  "servers": {
    /* the one that we build */
    "own": {
      "type": "stdio",
      "command": "\${workspaceFolder}/bin/server",
      "args": [
        "--level",
        "\${input:level}", // as chosen
      ],
      "env": { "TOKEN": "\${input:token}", "RETRIES": 3, "HTTP_PROXY": null },
      "envFile": "\${workspaceFolder}/.env",
      "cwd": "\${workspaceFolder}"
    },
    "github": { "type": "http", "url": "https://api.example/mcp/" }
  }
}
`,
  windsurf: `{
  "mcpServers": {
    "mail": { "command": "mail-mcp", "args": [], "disabled": true },
    "zap": { "serverUrl": "https://zap.example/mcp" }
  }
}
`,
  cline: `{
  "mcpServers": {
    "old": { "command": "python", "args": ["-m", "old_server"], "disabled": false, "autoApprove": ["read"] },
    "new": {
      "transport": { "type": "stdio", "command": "new-mcp", "args": ["run"], "cwd": "/srv/new" },
      "disabled": true
    },
    "net": { "transport": { "type": "streamableHttp", "url": "https://net.example/mcp" } }
  }
}
`,
  zed: `// Zed settings
{
  "theme": "One Dark",
  "context_servers": {
    "local": { "source": "custom", "command": "deno", "args": ["run", "server.ts"], "env": {}, "enabled": false },
    "older": { "command": { "path": "older-mcp", "args": ["-v"], "env": { "A": "1" } }, "settings": {} },
    "mcp-server-github": { "source": "extension", "settings": { "token": "x" } },
    "web": { "url": "https://web.example/mcp", "headers": {} },
  },
}
`,
} as const;
