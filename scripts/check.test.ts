import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { checkEnv, checks } from './check.ts'

for (const [name, [program, ...args]] of Object.entries(checks))
  test(name, () => {
    const { status, stdout, stderr } = spawnSync(program, args, {
      env: checkEnv,
      encoding: 'utf8',
      shell: process.platform === 'win32',
    })
    assert.equal(status, 0, `${stdout}${stderr}`)
  })
