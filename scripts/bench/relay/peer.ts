import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { type Program, programOf } from '../program.ts'

const folder = join(import.meta.dirname, '..', '..', '..', 'bench-results', 'peer')
const entry = join(folder, 'node_modules', '@portkey-ai', 'gateway', 'build', 'start-server.js')

/** With later versions of @hono/node-server, Portkey responds to every stream with an error (TypeError: immutable). */
const manifest = {
  private: true,
  dependencies: { '@portkey-ai/gateway': '^1.15.2' },
  overrides: { '@hono/node-server': '1.14.1' },
}

/** Portkey's gateway from npm, installed in bench-results, apart from the project's own dependencies. */
export async function startPeer(): Promise<Program> {
  if (!existsSync(entry)) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
    execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'inherit' })
  }
  const port = await freePort()
  const child = spawn(process.execPath, [entry, `--port=${port}`, '--headless'], {
    stdio: 'ignore',
    env: { ...process.env, NODE_ENV: 'production', TRUSTED_CUSTOM_HOSTS: '127.0.0.1,localhost' },
  })
  const url = `http://127.0.0.1:${port}`
  for (let attempt = 0; attempt < 100; attempt++) {
    const isUp = await fetch(url).then(
      () => true,
      () => false,
    )
    if (isUp) return programOf(child, url)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('the peer did not start')
}

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
