import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServerProcess } from '../server-process.ts'
import type { Target } from './load.ts'
import { serverEnv, type Upstream, users } from './programs.ts'

/** The source tree of this benchmark. */
export const ownTree = join(import.meta.dirname, '..', '..', '..')

/**
 * The source tree of another commit with its own dependencies. It lies outside of ours, whose test runner would find
 * its tests.
 */
export function checkOut(commit: string): string {
  const tree = join(tmpdir(), `turnpike-${commit}`)
  if (existsSync(join(tree, 'node_modules'))) return tree
  mkdirSync(tree, { recursive: true })
  const archive = execFileSync('git', ['archive', commit], { cwd: ownTree, maxBuffer: 1024 ** 3 })
  execFileSync('tar', ['-x', '-C', tree], { input: archive })
  const install = ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund']
  execFileSync('npm', install, { cwd: tree, stdio: 'inherit' })
  return tree
}

/**
 * A server of a source tree, with the users and channels of its own benchmark. It has run before, as most have: its compiled
 * code is kept.
 */
export async function startTree(tree: string, upstream: Upstream): Promise<Target & { stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-bench-'))
  const seed = [join(import.meta.dirname, 'seed-process.ts'), seedOf(tree), folder, upstream.url, String(users)]
  const output = execFileSync(process.execPath, seed, { cwd: tree, encoding: 'utf8' })
  const keys = JSON.parse(output.trim().split('\n').at(-1) ?? '[]') as string[]
  const first = await startServerProcess(folder, serverEnv, tree)
  await first.stop()
  const server = await startServerProcess(folder, serverEnv, tree)
  return {
    ...server,
    name: tree,
    headers: keys.map((key) => ({ authorization: `Bearer ${key}` })),
    async stop() {
      await server.stop()
      rmSync(folder, { recursive: true })
    },
  }
}

/** The users and the channel that the other commit's own benchmark uses: its tables may differ from ours. */
function seedOf(tree: string): string {
  const names = ['relay/seed-relay.ts', 'seed-relay.ts', 'seed.ts'].map((name) => join(tree, 'scripts', 'bench', name))
  const found = names.find((name) => existsSync(name))
  if (!found) throw new Error(`${tree} cannot be seeded`)
  return found
}
