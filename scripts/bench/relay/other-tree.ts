import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..', '..')

/** The source tree of another commit, with the dependencies that it asks for; outside of ours, whose tests would find its tests. */
export function checkOut(commit: string): string {
  const tree = join(tmpdir(), `turnpike-${commit}`)
  if (existsSync(join(tree, 'node_modules'))) return tree
  mkdirSync(tree, { recursive: true })
  const archive = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 1024 ** 3 })
  execFileSync('tar', ['-x', '-C', tree], { input: archive })
  const install = ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund']
  execFileSync('npm', install, { cwd: tree, stdio: 'inherit' })
  return tree
}

/** The users and the channel that the other commit's own benchmark uses: its tables may differ from ours. */
export function seedOf(tree: string): string {
  const names = ['relay/seed-relay.ts', 'seed-relay.ts', 'seed.ts'].map((name) => join(tree, 'scripts', 'bench', name))
  const found = names.find((name) => existsSync(name))
  if (!found) throw new Error(`${tree} cannot be seeded`)
  return found
}
