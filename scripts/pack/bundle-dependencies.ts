import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../test/test-files.ts'

/**
 * Puts the locked versions of everything that the server imports into the package. An installation then has exactly the
 * tested versions, and npm does not warn on Node 20 and 22 about dependencies that require the Node that Turnpike comes
 * with.
 */
export function bundleDependencies(folder: string): void {
  const place = mkdtempSync(join(tmpdir(), 'turnpike-dependencies-'))
  try {
    for (const file of ['package.json', 'package-lock.json']) cpSync(join(root, file), join(place, file))
    for (const part of ['contract', 'server', 'web']) {
      mkdirSync(join(place, part))
      cpSync(join(root, part, 'package.json'), join(place, part, 'package.json'))
    }
    const flags = ['--omit=dev', '--omit=optional', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
    execFileSync('npm', ['install', '--workspace', 'server', ...flags], { cwd: place, stdio: 'inherit' })
    const bundled = join(folder, 'node_modules')
    renameSync(join(place, 'node_modules'), bundled)
    rmSync(join(bundled, '@turnpike'), { recursive: true }) // links to the workspaces, whose files are in the package
    // npm leaves a package beside the server when development needs another version of it at the root.
    const beside = join(place, 'server', 'node_modules')
    for (const name of readdirSync(beside)) renameSync(join(beside, name), join(bundled, name))
  } finally {
    rmSync(place, { recursive: true })
  }
}
