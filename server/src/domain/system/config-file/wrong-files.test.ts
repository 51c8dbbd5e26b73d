import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { configFileApi } from '@turnpike/contract/system/config-file/config-file-api'
import { apply, exported, fileSecrets, plan, signInRoot } from '../../../../test/harness/config-files.ts'
import { databaseKindsOfRun } from '../../../../test/harness/databases.ts'
import { type Client, useServers } from '../../../../test/harness/harness.ts'

const channelLine = (members: string, name = 'new') => `turnpike: 1\nchannels: [{ name: ${name}, ${members} }]`

function aliasBomb(): string {
  const lines = ['a0: &a0 [x, x, x, x, x, x, x, x, x, x]']
  for (let level = 1; level < 9; level++)
    lines.push(
      `a${level}: &a${level} [${Array(10)
        .fill(`*a${level - 1}`)
        .join(', ')}]`,
    )
  return lines.join('\n')
}

const wrongFiles: [what: string, text: string, path: string, en: RegExp][] = [
  ['no YAML', 'turnpike: [1', '', /Cannot be read/],
  ['a name twice', 'turnpike: 1\noptions:\n  RetryTimes: 1\n  RetryTimes: 2', '', /The name RetryTimes appears twice/],
  ['an alias bomb', aliasBomb(), '', /Cannot be read: Excessive alias count/],
  ['deep lists', `turnpike: ${'['.repeat(50_000)}`, '', /Cannot be read/],
  ['another version', 'turnpike: 9', 'turnpike', /Expected 1/],
  ['no version', 'options: {}', 'turnpike', /missing/],
  ['a list', '- turnpike', '', /Expected object/],
  ['an unknown section', 'turnpike: 1\nusers: []', 'users', /Unknown field users/],
  ['an unknown option', 'turnpike: 1\noptions: { Nope: 1 }', 'options.Nope', /Unknown field Nope/],
  ['a map among the options', 'turnpike: 1\noptions: { GroupRatio: { a: 1 } }', 'options.GroupRatio', /Unknown field/],
  ['an option of another kind', 'turnpike: 1\noptions: { RetryTimes: many }', 'options.RetryTimes', /Expected number/],
  ['an option out of bounds', 'turnpike: 1\noptions: { RetryTimes: 101 }', 'options.RetryTimes', /not allowed/],
  [
    'an option against its rule',
    'turnpike: 1\noptions: { ServerAddress: nowhere }',
    'options.ServerAddress',
    /ServerAddress is invalid/,
  ],
  [
    'options that do not go together',
    'turnpike: 1\noptions: { GitHubOAuthEnabled: true }',
    'options',
    /GitHub client id/,
  ],
  ['half a question', 'turnpike: 1\nfaq: [{ question: How?, answer_zh: 是。 }]', 'faq.0', /in at least one language/],
  [
    'a question twice',
    'turnpike: 1\nfaq: [{ question: How?, answer: A. }, { question: How?, answer: B. }]',
    'faq.1.question',
    /The name How\? appears twice/,
  ],
  ['a plain secret', 'turnpike: 1\noptions: { SMTPToken: abc }', 'options.SMTPToken', /plain text/],
  [
    'a secret of the server',
    'turnpike: 1\noptions: { SMTPToken: { env: SECRET_KEY } }',
    'options.SMTPToken',
    /SECRET_KEY cannot be read/,
  ],
  [
    'a variable that is not set',
    'turnpike: 1\noptions: { SMTPToken: { env: TURNPIKE_NOTHING } }',
    'options.SMTPToken',
    /TURNPIKE_NOTHING is not set/,
  ],
  [
    'a sealed text of nobody',
    'turnpike: 1\noptions: { SMTPToken: { sealed: v1.abc } }',
    'options.SMTPToken',
    /not created by this/,
  ],
  ['a group without a member', 'turnpike: 1\ngroups: { a: {} }', 'groups.a', /empty/],
  ['a group with a comma', 'turnpike: 1\ngroups: { "a,b": { ratio: 1 } }', 'groups.a,b', /name is invalid/],
  ['a price below nothing', 'turnpike: 1\nprices: { a: { ratio: -1 } }', 'prices.a.ratio', /not allowed/],
  [
    'a price with too many digits',
    'turnpike: 1\nprices: { a: { ratio: 0.00000001 } }',
    'prices',
    /ModelRatio is invalid/,
  ],
  ['a channel of no type', channelLine('type: nobody, models: [a]'), 'channels.0.type', /type/i],
  ['a channel without models', channelLine('type: openai'), 'channels.0.models', /missing/],
  ['a channel with a plain key', channelLine('type: openai, models: [a], key: sk-1'), 'channels.0.key', /plain text/],
  ['a new channel without a key', channelLine('type: openai, models: [a]'), 'channels.0', /key/],
  [
    'a channel with a wrong address',
    channelLine('type: openai, models: [a], key: { env: TURNPIKE_KEY_MAIN }, base_url: nowhere'),
    'channels.0',
    /address|URL/i,
  ],
  [
    'a channel with wrong settings',
    channelLine('type: openai, models: [a], key: { env: TURNPIKE_KEY_MAIN }, setting: { hedge_after_ms: -1 }'),
    'channels.0',
    /hedge_after_ms/,
  ],
  [
    'a channel with a long name',
    channelLine('type: openai, models: [a], key: { env: TURNPIKE_KEY_MAIN }', 'n'.repeat(65)),
    'channels.0.name',
    /64/,
  ],
  [
    'two kinds of keys',
    channelLine('type: openai, models: [a], key: { env: TURNPIKE_KEY_MAIN }, keys: [{ env: TURNPIKE_KEY_MAIN }]'),
    'channels.0.keys',
    /not both/,
  ],
  [
    'a virtual model of an unknown group',
    'turnpike: 1\nvirtual_models: [{ name: v, groups: [nobody], members: [{ model: a }] }]',
    'virtual_models.0',
    /nobody/,
  ],
  [
    'a virtual model in another',
    'turnpike: 1\nvirtual_models: [{ name: v, members: [{ model: best }] }]',
    'virtual_models.0',
    /best/,
  ],
  [
    'a model twice',
    'turnpike: 1\nvirtual_models: [{ name: v, members: [{ model: a }, { model: a }] }]',
    'virtual_models.0.members',
    /only once/,
  ],
]
for (const kind of databaseKindsOfRun)
  describe(`configuration files that are wrong [${kind}]`, () => {
    const servers = useServers(kind, { one: fileSecrets })
    let root: Client
    before(async () => {
      root = await signInRoot(servers.one)
      await apply(root, 'turnpike: 1\nvirtual_models: [{ name: best, members: [{ model: gpt-4o }] }]')
    })
    for (const [what, text, path, en] of wrongFiles)
      test(`${what}: refused with its place, and nothing changes`, async () => {
        const before = await exported(root, 'env')
        // The valid part of the file is not applied either.
        const whole = /^turnpike: 1\n(?!options)/.test(text)
          ? text.replace('\n', '\noptions: { Footer: changed }\n')
          : text
        const { problems } = await plan(root, whole)
        assert.equal(problems[0]?.path, path)
        assert.match(problems[0]?.en ?? '', en)
        assert.ok(problems[0]?.zh)
        const { response } = await root.call(configFileApi.apply, { body: { text: whole } })
        assert.ok(!response.success)
        assert.equal(response.code, 'config_refused')
        assert.equal(await exported(root, 'env'), before)
      })
  })
