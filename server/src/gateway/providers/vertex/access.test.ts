import assert from 'node:assert/strict'
import { verify } from 'node:crypto'
import { test } from 'node:test'
import { UpstreamFailure } from '../../forms/failure.ts'
import { access } from './access.ts'
import { document, publicKey, targetOf } from './testing.ts'

const now = 1_700_000_000

async function assertionOf(given: Parameters<typeof targetOf>[1] = {}) {
  const { url, body } = await access.request(targetOf('', given), now)
  assert.ok(body instanceof URLSearchParams)
  assert.equal(body.get('grant_type'), 'urn:ietf:params:oauth:grant-type:jwt-bearer')
  const [header = '', claims = '', signature = ''] = body.get('assertion')?.split('.') ?? []
  const parsed = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString())
  const isSigned = verify('sha256', Buffer.from(`${header}.${claims}`), publicKey, Buffer.from(signature, 'base64url'))
  return { url, header: parsed(header), claims: parsed(claims), isSigned }
}

test('an account requests a token from Google by a signed assertion, whatever URL its document names', async () => {
  const { url, header, claims, isSigned } = await assertionOf()
  assert.equal(url, 'https://oauth2.googleapis.com/token')
  assert.deepEqual(header, { alg: 'RS256', typ: 'JWT', kid: 'kid-1' })
  assert.deepEqual(claims, {
    iss: 'svc@p1.iam.gserviceaccount.com',
    scope: 'https://www.googleapis.com/auth/cloud-platform',
    aud: 'https://oauth2.googleapis.com/token',
    iat: 1_700_000_000,
    exp: 1_700_003_600,
  })
  assert.ok(isSigned)
})

test('the channel may name another address, which the assertion is then for', async () => {
  const token_url = 'http://127.0.0.1:9/token'
  const { url, claims } = await assertionOf({ setting: { token_url } })
  assert.deepEqual([url, claims.aud], [token_url, token_url])
})

test('line breaks of the private key that were escaped twice are read', async () => {
  const key = JSON.stringify({ ...document, private_key: document.private_key.replaceAll('\n', '\\n') })
  assert.ok((await assertionOf({ key })).isSigned)
})

test('a private key that is none is the channel’s fault, and is not repeated', async () => {
  const key = JSON.stringify({ ...document, private_key: 'hidden words' })
  await assert.rejects(
    async () => access.request(targetOf('', { key }), now),
    (error) => error instanceof UpstreamFailure && error.kind === 'bad_key' && !error.message.includes('hidden'),
  )
})

test('a token is good for as long as Google says', () => {
  const response = { access_token: 'ya29.x', expires_in: 3599, token_type: 'Bearer' }
  assert.deepEqual(access.response(response), { token: 'ya29.x', seconds: 3599 })
  for (const body of [{}, { access_token: 'x' }, { access_token: '', expires_in: 9 }, 'x'])
    assert.throws(() => access.response(body), UpstreamFailure)
  assert.equal(access.renewSeconds, 300)
})

test('only a refused credential requests a new token', () => {
  const failure = (kind: 'bad_key' | 'no_permission', status: number) =>
    new UpstreamFailure(kind, { status, message: '' })
  assert.ok(access.isRefused(failure('bad_key', 401)))
  assert.ok(!access.isRefused(failure('bad_key', 403)))
  assert.ok(!access.isRefused(failure('no_permission', 403)))
})
