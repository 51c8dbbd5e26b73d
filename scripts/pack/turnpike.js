#!/usr/bin/env node
// The command of the package. It runs on the Node that npm has, and starts Turnpike on the Node that Turnpike comes with.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(fileURLToPath(import.meta.url))
const { version, commands } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

const [name = 'start', ...rest] = process.argv.slice(2)
const command = Object.hasOwn(commands, name) ? commands[name] : undefined
if (name === '--version') console.log(version)
else if (command) run(command, rest)
else {
  const isAsked = name === '--help' || name === 'help'
  const list = Object.keys(commands).map((each) => `  turnpike ${each}`)
  const text = `Usage:\n${list.join('\n')}\n\nWithout a word it starts the server, on port 3000 or PORT, with its data in ./data or DATA_DIR.`
  if (isAsked) console.log(text)
  else console.error(`There is no command ${name}.\n\n${text}`)
  process.exitCode = isAsked ? 0 : 2
}

function run({ flags, file }, args) {
  const node = ownNode()
  if (!node) {
    console.error(
      `Turnpike runs on Node 26, which comes with it for Linux and macOS on x64 and arm64 and for Windows on x64. ` +
        `It was not found for ${process.platform} on ${process.arch}. Install again without --omit=optional, or run this with Node 26 or later.`,
    )
    process.exitCode = 1
    return
  }
  const child = spawn(node, [...flags, join(root, file), ...args], { stdio: 'inherit' })
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => {
    console.error(`Turnpike could not be started: ${error.message}`)
    process.exitCode = 1
  })
  child.on('exit', (code, signal) => {
    if (signal) process.removeAllListeners(signal)
    if (signal) process.kill(process.pid, signal)
    else process.exitCode = code ?? 1
  })
}

/** The program in the package for this machine; this Node where it is new enough. */
function ownNode() {
  const require = createRequire(import.meta.url)
  const names = [`node-${process.platform}-${process.arch}`, `node-bin-${process.platform}-${process.arch}`]
  if (process.platform === 'win32') names.push(`node-win-${process.arch}`)
  for (const each of names) {
    try {
      const program = process.platform === 'win32' ? 'node.exe' : 'node'
      const path = join(dirname(require.resolve(`${each}/package.json`)), 'bin', program)
      if (existsSync(path)) return path
    } catch {
      // Not installed: packages for other machines are left out.
    }
  }
  return Number.parseInt(process.versions.node, 10) >= 26 ? process.execPath : undefined
}
