// Makes the package that `npm install turnpike` would fetch, and says what it holds and how large it is: npm run package
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundleDependencies, writePackage } from './pack/package-files.ts'
import { root } from './test/test-files.ts'

const npm = (args: string[], cwd: string) =>
  execFileSync('npm', [...args, '--loglevel', 'error'], { cwd, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })

const out = join(root, 'dist')
const folder = mkdtempSync(join(tmpdir(), 'turnpike-pack-'))
mkdirSync(out, { recursive: true })
try {
  writePackage(folder)
  bundleDependencies(folder)
  const bill = npm(['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', '--workspace', 'server'], root)
  writeFileSync(join(folder, 'sbom.cdx.json'), bill)
  type Packed = { filename: string; size: number; unpackedSize: number; entryCount: number }
  const [packed] = Object.values(JSON.parse(npm(['pack', '--json', '--pack-destination', out], folder))) as Packed[]
  if (!packed) throw new Error('npm pack wrote nothing')
  const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`
  const { filename, size, unpackedSize, entryCount } = packed
  console.log(join(out, filename))
  console.log(
    `${megabytes(size)} packed, ${megabytes(unpackedSize)} in ${entryCount} files when installed, and Node 26 beside it.`,
  )
} finally {
  rmSync(folder, { recursive: true })
}
