// Types, lint and dead code, each to its end, so that one run shows everything there is to mend.
import { spawnSync } from 'node:child_process'

const checks = {
  'types of contract': ['tsc', '-p', 'contract'],
  'types of server': ['tsc', '-p', 'server'],
  'types of web': ['tsc', '-p', 'web'],
  'types of scripts': ['tsc', '-p', '.'],
  'format and lint': ['biome', 'check', '--error-on-warnings', '.'],
  'dead code': ['knip'],
} satisfies Record<string, [string, ...string[]]>

let failed = 0
for (const [name, [program, ...args]] of Object.entries(checks)) {
  const { status } = spawnSync(program, args, { stdio: 'inherit', shell: process.platform === 'win32' })
  console.log(`${status === 0 ? '✔' : '✖'} ${name}`)
  if (status !== 0) failed++
}
process.exitCode = failed === 0 ? 0 : 1
