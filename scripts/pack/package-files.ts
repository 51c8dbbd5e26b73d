import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, posix } from 'node:path'
import { root } from '../test/test-files.ts'

/** The commands of operators. Each is the same as `npm run` in the checkout. */
const commands = {
  start: 'server/src/main.mjs',
  'ledger:verify': 'scripts/ledger-verify.ts',
  import: 'scripts/import.ts',
  backup: 'scripts/backup.ts',
  restore: 'scripts/restore.ts',
  doctor: 'scripts/doctor.ts',
  config: 'scripts/config.ts',
  move: 'scripts/move.ts',
} as const

type Manifest = {
  version: string
  description: string
  license: string
  engines: object
  scripts: Record<string, string>
  dependencies: Record<string, string>
  optionalDependencies: Record<string, string>
}
const manifestOf = (folder: string): Manifest => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))

/**
 * Writes the package into a folder: the server as JavaScript, because Node does not strip types in installed packages,
 * and the built web app. The folders are those of the checkout, so that relative paths stay valid.
 */
export function writePackage(folder: string): void {
  for (const part of ['contract/src', 'server/src']) for (const path of filesIn(part)) writeFile(folder, path)
  for (const path of Object.values(commands)) writeFile(folder, path)
  cpSync(join(root, 'web/dist'), join(folder, 'web/dist'), {
    recursive: true,
    filter: (path) => !path.endsWith('.built'),
  })
  for (const path of ['README.md', 'README.zh.md', 'CHANGELOG.md', 'LICENSE', 'SECURITY.md', 'docs/configuration.md'])
    writeBytes(folder, path, readFileSync(join(root, path)))
  writeBytes(folder, 'turnpike.js', readFileSync(join(root, 'scripts/pack/turnpike.js')), 0o755)
  writeBytes(folder, 'package.json', `${JSON.stringify(manifest(), undefined, 2)}\n`)
  writeBytes(folder, 'server/package.json', readFileSync(join(root, 'server/package.json'))) // names the version
}

/** Everything but tests and their helpers. */
const filesIn = (part: string): string[] =>
  readdirSync(join(root, part), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.ts$|^testing\.ts$/.test(entry.name))
    .map((entry) => posix.join(part, entry.parentPath.slice(join(root, part).length).replaceAll('\\', '/'), entry.name))

function writeFile(folder: string, path: string): void {
  const bytes = readFileSync(join(root, path))
  if (/\.(ts|mjs)$/.test(path)) writeBytes(folder, asJs(path), javaScriptOf(path, bytes.toString()))
  else writeBytes(folder, path, bytes)
}

function writeBytes(folder: string, path: string, bytes: string | Buffer, mode = 0o644): void {
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, bytes, { mode })
}

const asJs = (path: string) => path.replace(/\.ts$/, '.js')
const specifier =
  /(\bfrom\s*|\bimport\s*\(?\s*|\bnew URL\(\s*)(['"])(\.{1,2}\/[^'"]+\.ts|@turnpike\/contract\/[^'"]+)\2/g

/** Blanks out the types, and renames imports of our own files to the names in the package. */
export function javaScriptOf(path: string, text: string): string {
  const named = (target: string) => {
    if (target.startsWith('.')) return asJs(target)
    const file = target.replace('@turnpike/contract/', 'contract/src/')
    const relative = posix.relative(posix.dirname(path), `${file}.js`)
    return relative.startsWith('.') ? relative : `./${relative}`
  }
  return stripTypeScriptTypes(text).replace(
    specifier,
    (_, before: string, quote: string, target: string) => `${before}${quote}${named(target)}${quote}`,
  )
}

function manifest() {
  const { version, description, license, engines, scripts, optionalDependencies } = manifestOf('.')
  const { '@turnpike/contract': _, ...dependencies } = manifestOf('server').dependencies
  const flags = scripts.start?.split(' ').filter((word) => word.startsWith('--')) ?? []
  return {
    name: 'turnpike',
    ...{ version, description, license, type: 'module', engines },
    bin: { turnpike: 'turnpike.js' },
    commands: Object.fromEntries(
      Object.entries(commands).map(([name, file]) => [
        name,
        { flags: name === 'start' ? flags : [], file: asJs(file) },
      ]),
    ),
    ...{ dependencies, optionalDependencies, bundleDependencies: Object.keys(dependencies) },
  }
}

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
