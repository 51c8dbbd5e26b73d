import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..', '..')

/** A worktree of another commit in bench-results, with the dependencies of its own lockfile. */
export function checkOut(commit: string): string {
  const tree = join(root, 'bench-results', `tree-${commit}`)
  const run = (program: string, args: string[], cwd: string) => execFileSync(program, args, { cwd, stdio: 'inherit' })
  if (!existsSync(tree)) run('git', ['worktree', 'add', '--detach', tree, commit], root)
  if (!existsSync(join(tree, 'node_modules'))) run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], tree)
  return tree
}

/** The users and the channel that the other commit's own benchmark uses: its tables may differ from ours. */
export function seedOf(tree: string): string {
  const names = ['relay/seed-relay.ts', 'seed-relay.ts', 'seed.ts'].map((name) => join(tree, 'scripts', 'bench', name))
  const found = names.find((name) => existsSync(name))
  if (!found) throw new Error(`${tree} cannot be seeded`)
  return found
}
