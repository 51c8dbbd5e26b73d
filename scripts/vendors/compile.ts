import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

const compiler = join(import.meta.dirname, '..', '..', 'node_modules', 'typescript', 'bin', 'tsc')

/** What TypeScript prints about `code`, as the file `program.ts` of a folder from which it finds the SDKs. */
export function compile(folder: string, code: string, options: Record<string, boolean>): string {
  const compilerOptions = {
    target: 'esnext',
    module: 'nodenext',
    lib: ['esnext', 'dom'],
    types: [],
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    ...options,
  }
  writeFileSync(join(folder, 'program.ts'), code)
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.ts'] }))
  const args = [compiler, '-p', folder, '--pretty', 'false']
  return spawnSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }).stdout
}
