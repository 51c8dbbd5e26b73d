import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { Figure } from '../figure.ts'
import { type Program, programOf } from '../program.ts'
import { bursts, chatCall, streamCall } from './calls.ts'
import { readStreams, sendRequests, type Target } from './load.ts'
import type { BenchRun } from './programs.ts'
import { cpuPer, measureCosts, median, ratio, ratioFigure } from './turns.ts'

const calls = 600
const connections = 32

/** The same calls and streams through Portkey's gateway, which has no ledger. */
export async function peers({ upstream, bare, gateway, length, hasPeer }: BenchRun): Promise<Figure[]> {
  if (!hasPeer) return []
  const program = await startPeer()
  const peer: Target = {
    ...program,
    name: 'portkey',
    headers: upstream.headers.map((headers) => ({
      ...headers,
      'x-portkey-provider': 'openai',
      'x-portkey-custom-host': `${upstream.url}/v1`,
    })),
  }
  await upstream.sendStreamsAs(bursts)
  const call = chatCall()
  const perSecond: number[][] = [[], [], []]
  const targets = [bare, gateway.ofOneUser, peer]
  const whole = targets.map(
    (target, at) => (count: number) =>
      cpuPer(target, count, async () => {
        const begin = performance.now()
        await sendRequests(target, call, count, connections)
        perSecond[at]?.push(count / ((performance.now() - begin) / 1000))
      }),
  )
  const streamed = targets.map(
    (target) => (count: number) => cpuPer(target, count, () => readStreams(target, streamCall, count, connections)),
  )
  await measureCosts(whole, { warmUp: length.warmUpCalls / 3, count: calls, rounds: 0 })
  for (const speeds of perSecond) speeds.length = 0
  const rounds = length.rounds
  const [bareCosts, costs, peerCosts] = await measureCosts(whole, { warmUp: 0, count: calls, rounds })
  const streamLengths = { warmUp: length.warmUpStreams / 3, count: 3 * connections, rounds }
  const [bareStreams, streams, peerStreams] = await measureCosts(streamed, streamLengths)
  await program.stop()
  const [bareSpeed, speed, peerSpeed] = perSecond
  return [
    ratioFigure(
      'CPU per call, share of Portkey',
      [costs, peerCosts],
      { bare: bareCosts, turnpike: costs, portkey: peerCosts },
      0.15,
    ),
    {
      name: 'requests/s, times Portkey',
      value: ratio(speed, peerSpeed),
      unit: '×',
      least: 5,
      note: `bare ${Math.round(median(bareSpeed))}, turnpike ${Math.round(median(speed))}, portkey ${Math.round(median(peerSpeed))}`,
    },
    ratioFigure('CPU per stream of 64 events in bursts of 16, share of Portkey', [streams, peerStreams], {
      bare: bareStreams,
      turnpike: streams,
      portkey: peerStreams,
    }),
  ]
}

const folder = join(import.meta.dirname, '..', '..', '..', 'bench-results', 'peer')
const entry = join(folder, 'node_modules', '@portkey-ai', 'gateway', 'build', 'start-server.js')

/** With later versions of @hono/node-server, Portkey responds to every stream with an error (TypeError: immutable). */
const manifest = {
  private: true,
  dependencies: { '@portkey-ai/gateway': '^1.15.2' },
  overrides: { '@hono/node-server': '1.14.1' },
}

/** Portkey's gateway from npm, installed in bench-results, apart from the project's own dependencies. */
async function startPeer(): Promise<Program> {
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
