// Makes the package that `npm install turnpike` would fetch, and the list of everything in it: npm run packageage
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writePackage } from './pack/package-files.ts'
import { root } from './test/test-files.ts'

const npm = (args: string[], cwd: string) =>
  execFileSync('npm', [...args, '--loglevel', 'error'], { cwd, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })

const out = join(root, 'dist')
const folder = mkdtempSync(join(tmpdir(), 'turnpike-pack-'))
mkdirSync(out, { recursive: true })
try {
  writePackage(folder)
  const bill = npm(['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', '--workspace', 'server'], root)
  writeFileSync(join(folder, 'sbom.cdx.json'), bill)
  console.log(join(out, npm(['pack', '--pack-destination', out], folder).trim()))
} finally {
  rmSync(folder, { recursive: true })
}
