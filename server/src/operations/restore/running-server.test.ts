import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { atEnd } from '../../../test/harness/at-end.ts'
import { databaseKinds, freshDatabase } from '../../../test/harness/databases.ts'
import { startRelay } from '../../../test/harness/relay-harness.ts'
import { chatBody, send } from '../../../test/relay/send.ts'
import { readConfig } from '../../config.ts'
import { verifyLedger } from '../../domain/money/wallet/verify/verify.ts'
import { openStore } from '../../store/store.ts'
import { readManifest } from '../backup/manifest.ts'
import { givenEmpty, givenFolder, installationEnv, passphrase, silent } from '../testing.ts'
import { restore } from './restore.ts'

const program = join(import.meta.dirname, '../../../../scripts/backup.ts')
/** What the program seals is opened in this process. */
const preloads = ['--import', import.meta.resolve('../../../test/harness/cheap-hashes.ts')]
const path = '/v1/chat/completions'

for (const kind of databaseKinds)
  test(`a running server is backed up while calls are made, and restored on both databases [${kind}]`, async (t) => {
    const { address, drop } = await freshDatabase(kind)
    atEnd(t, drop)
    const relay = await startRelay(address)
    atEnd(t, relay.stop)
    const here = relay.place()
    const channel = await here.channel()
    const { key, user_id } = await here.key()
    await relay.options({ SMTPToken: 'a secret option' })
    const call = () => send(relay, path, { key, body: chatBody() })
    await call()
    const held = relay.mock.holdResponse({ key: channel.key })
    const waiting = call()
    await held.pieces // a call is in flight, with a hold

    const folder = givenFolder(t)
    const env = { ...process.env, ...installationEnv(address, folder), BACKUP_PASSPHRASE: passphrase }
    const target = join(folder, 'backup')
    const backup = spawn(process.execPath, [...preloads, program, target, '--json'], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let [output, errors] = ['', '']
    backup.stdout.on('data', (text) => (output += text))
    backup.stderr.on('data', (text) => (errors += text))
    const ended = once(backup, 'close')
    let isRunning = true
    void ended.then(() => {
      isRunning = false
    })
    let calls = 0
    while (isRunning) {
      assert.equal((await call()).status, 200)
      calls++
    }
    assert.deepEqual(await ended, [0, null], errors)
    assert.ok(calls > 5, 'calls were made meanwhile')
    await held.end()
    assert.equal((await waiting).status, 200)

    const result = JSON.parse(output) as { manifest: { ledger: object } }
    assert.deepEqual(result.manifest.ledger, { clean: true, drifts: 0 })
    const manifest = readManifest(target)
    assert.equal(manifest.databases.main.tables.holds?.rows ? 'held' : 'free', 'held')
    for (const name of readdirSync(target)) assert.equal(statSync(join(target, name)).mode & 0o777, 0o600, name)
    assert.equal(statSync(target).mode & 0o777, 0o700)
    assert.doesNotMatch(output + errors, new RegExp(passphrase))

    for (const other of databaseKinds) {
      const [place, data] = [await givenEmpty(t, other), givenFolder(t)]
      const config = readConfig(installationEnv(place, data))
      await restore(config, { folder: target, passphrase: async () => passphrase }, silent)
      const restored = await startRelay(place, {}, relay.mock)
      atEnd(t, restored.stop)
      assert.ok((await restored.balance(user_id)).used_quota > 0)
      const { status } = await send(restored, path, { key, body: chatBody() })
      assert.equal(
        status,
        200,
        `${kind} to ${other}: ${restored.lines.filter((line) => /error/.test(line)).join('\n')}`,
      )
      await restored.stop()
      const open = await openStore({ main: place, synchronous: 'NORMAL', poolSize: 2 })
      assert.deepEqual((await verifyLedger(open, manifest.made_at)).drifts, [])
      await open.close()
    }
  })
