import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder outside the project: the SDKs are no dependencies of it. */
export const scratchFolder = join(tmpdir(), 'turnpike-vendors')
const manifest = (name: string) => join(scratchFolder, 'node_modules', name, 'package.json')

/** Installs the present versions of these packages, without their scripts. Throws if that fails. */
export function installSdks(names: readonly string[]): void {
  mkdirSync(scratchFolder, { recursive: true })
  writeFileSync(join(scratchFolder, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
  // Without the tag, npm would choose an older version for an older Node.
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...names.map((name) => `${name}@latest`)]
  const { status } = spawnSync('npm', args, {
    cwd: scratchFolder,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  })
  if (status !== 0) throw new Error('the SDKs could not be installed')
}

/** The installed version of a package; undefined if it is not there. */
export function versionOf(name: string): string | undefined {
  return existsSync(manifest(name)) ? JSON.parse(readFileSync(manifest(name), 'utf8')).version : undefined
}
