import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { test } from 'node:test'
import type { z } from 'zod'
import { type BoundsByField, isNumberText, isNumberWithin, type NumberBounds, type TextBounds } from './bounds.ts'
import { type ErrorCode, errorText } from './errors.ts'
import { oidcApi, oidcBounds } from './identity/oidc.ts'
import { orgApi, orgBounds } from './identity/organisation-api.ts'
import { passkeyApi, passkeyBounds } from './identity/passkey.ts'
import { registration, registrationBounds } from './identity/registration.ts'
import { secondFactorApi, secondFactorBounds } from './identity/second-factor.ts'
import { tokenApi, tokenBounds } from './identity/token.ts'
import { credentialBounds, credentials } from './identity/user.ts'
import { personBounds, personChangeBounds, userAdminApi } from './identity/user-admin.ts'
import { agentApi, agentBounds } from './money/agents/agent-api.ts'
import { ownTerms, termsBounds } from './money/agents/terms.ts'
import { newWithdrawal, paymentReference, payoutBounds, payoutMethod } from './money/agents/withdrawal.ts'
import { plan, planBounds } from './money/plans/plan.ts'
import { priceSourceApi, priceSourceBounds, priceSourceDefaults } from './money/price-sources.ts'
import { codeBounds, redemptionApi } from './money/redemption.ts'
import { refundApi, refundBounds } from './money/refund.ts'
import { isJsonKind, isOptionText, type OptionBounds, type OptionKind } from './option-kinds.ts'
import { optionKeys, options, parseOption } from './options.ts'
import { channelApi, channelBounds, channelChangeBounds, channelToCreate } from './routing/channel.ts'
import { budget, budgetBounds, limitBounds, limits } from './routing/limits.ts'
import { modelListApi, modelListBounds, watchDefault, watchSetting, wildcardsMax } from './routing/model-lists.ts'
import { proxyApi, proxyBounds } from './routing/proxies.ts'
import { routeExplainApi, routeExplainBounds } from './routing/route-explain.ts'
import {
  conditionBounds,
  memberBounds,
  memberConditions,
  membersMax,
  virtualMember,
  virtualModelApi,
  virtualModelBounds,
} from './routing/virtual-models.ts'
import { configFileApi, configFileBounds } from './system/config-file/config-file-api.ts'
import { faqApi, faqBounds } from './system/faq.ts'
import { notificationApi, notificationBounds, webhookBounds } from './system/notification.ts'
import { savedViewApi, viewBounds } from './system/saved-view.ts'
import { recordBounds, recordDefaults, recordTerms } from './usage/prompt-records.ts'

type Bounds = TextBounds | NumberBounds
/** Values at the bounds, and values beyond them. */
type Probe<Value> = { within: Value[]; beyond: Value[] }

/** Texts of a length in characters; a pattern takes one of them at least. */
const textsOf = (length: number) => [
  'x'.repeat(length),
  'X'.repeat(length),
  `+${'1'.repeat(Math.max(0, length - 1))}`,
  `${'x'.repeat(Math.max(0, length - 6))}@x.org`,
  `https://${'x'.repeat(Math.max(0, length - 8))}`,
  `429 retry ${'x'.repeat(Math.max(0, length - 10))}`,
]
/** Without spaces at the ends, which schemas trim. */
const oddTexts = ['a\0b', 'a\tb', 'a\nb', 'a\u200bb', 'a\u{e000}b', '@', 'x@', 'a,b', '<a>']

function takenOf(length: number, { pattern }: TextBounds): string {
  const taken = textsOf(length).find((text) => !pattern || pattern.test(text))
  assert.ok(taken !== undefined, `no text of ${length} characters matches ${pattern}`)
  return taken
}

/** One probe for each limit that bounds can name; a limit without a probe does not compile. */
const textProbes: {
  [Limit in keyof Required<TextBounds>]: (bounds: TextBounds, limit: NonNullable<TextBounds[Limit]>) => Probe<string>
} = {
  charactersMin: (bounds, least) => ({
    within: [takenOf(least, bounds)],
    beyond: textsOf(least - 1).filter((text) => text.length < least),
  }),
  charactersMax: (bounds, most) => ({ within: [takenOf(most, bounds), '𠮷'.repeat(most)], beyond: textsOf(most + 1) }),
  lengthMax: (bounds, most) => ({ within: [takenOf(most, bounds)], beyond: textsOf(most + 1) }),
  pattern: (_, pattern) => ({ within: [], beyond: oddTexts.filter((text) => !pattern.test(text)) }),
}
const numberProbes: { [Limit in keyof NumberBounds]: (bounds: NumberBounds) => Probe<number> } = {
  min: ({ min, decimals }) => ({ within: [min], beyond: [min - 10 ** -decimals] }),
  max: ({ max, decimals }) => ({ within: [max], beyond: [max + 10 ** -Math.min(decimals, 9)] }), // a finer step is lost in doubles
  decimals({ min, decimals }) {
    const from = decimals > 6 ? min + 1 : min // a smaller number than a millionth is written with an exponent
    return {
      within: [Number((from + 10 ** -decimals).toFixed(decimals))],
      beyond: [from + 10 ** -(decimals + 1)],
    }
  },
}

/** A short item that a list takes. */
const anItem = (item: TextBounds) =>
  ['x.org', '429 retry'].find((text) => !item.pattern || item.pattern.test(text)) ?? 'x'

const isOfNumber = (bounds: Bounds): bounds is NumberBounds => 'decimals' in bounds

/** Every limit of the bounds, by its name, with values at it and beyond it. */
function probesOf(bounds: Bounds): [limit: string, probe: Probe<string | number>][] {
  if (isOfNumber(bounds)) return Object.entries(numberProbes).map(([limit, probe]) => [limit, probe(bounds)])
  return Object.entries(textProbes).flatMap(([limit, probe]) => {
    const value = bounds[limit as keyof TextBounds]
    // The probe under a limit's name takes that limit's value.
    return value === undefined
      ? []
      : [[limit, (probe as (of: TextBounds, limit: unknown) => Probe<string>)(bounds, value)]]
  })
}

type Enforcing = { schema: z.ZodType; bounds: BoundsByField; valid: object }
/** The schema that enforces each table, and a body that is valid without the tested field. */
const enforcing: Record<string, Enforcing> = {
  tokenBounds: { schema: tokenApi.create.body, bounds: tokenBounds, valid: { name: 'bot' } },
  viewBounds: { schema: savedViewApi.create.body, bounds: viewBounds, valid: { list: 'logs', name: 'a', query: '' } },
  codeBounds: { schema: redemptionApi.create.body, bounds: codeBounds, valid: { quota: 1, count: 1 } },
  personBounds: {
    schema: userAdminApi.create.body,
    bounds: personBounds,
    valid: { username: 'lin', password: 'password-1' },
  },
  personChangeBounds: { schema: userAdminApi.update.body, bounds: personChangeBounds, valid: { id: 1 } },
  refundBounds: {
    schema: refundApi.refundCall.body,
    bounds: refundBounds,
    valid: { request_id: 'x', refunded: 0, reason: 'x' },
  },
  registrationBounds: {
    schema: registration,
    bounds: registrationBounds,
    valid: { username: 'lin', password: 'password-1' },
  },
  credentialBounds: { schema: credentials, bounds: credentialBounds, valid: { username: 'lin', password: 'x' } },
  channelBounds: {
    schema: channelToCreate,
    bounds: channelBounds,
    valid: { type: 1, key: 'sk-1', name: 'one', models: 'gpt-4o', group: 'default' },
  },
  channelChangeBounds: { schema: channelApi.update.body, bounds: channelChangeBounds, valid: { id: 1 } },
  secondFactorBounds: { schema: secondFactorApi.enable.body, bounds: secondFactorBounds, valid: { code: '123456' } },
  passkeyBounds: { schema: passkeyApi.rename.body, bounds: passkeyBounds, valid: { id: 1, name: 'phone' } },
  oidcBounds: {
    schema: oidcApi.save.body,
    bounds: oidcBounds,
    valid: { slug: 'corp', name: 'Corp', issuer: 'https://id.example', client_id: 'gate' },
  },
  orgBounds: {
    schema: orgApi.invite.body.extend({ name: orgApi.create.body.shape.name }),
    bounds: orgBounds,
    valid: { name: 'Acme', role: 'member', days: 7 },
  },
  notificationBounds: { schema: notificationApi.update.body, bounds: notificationBounds, valid: {} },
  limitBounds: { schema: limits, bounds: limitBounds, valid: {} },
  priceSourceBounds: {
    schema: priceSourceApi.create.body,
    bounds: priceSourceBounds,
    valid: {
      name: 'list',
      kind: 'litellm',
      address: 'https://prices.example/list.json',
      ...priceSourceDefaults,
    },
  },
  proxyBounds: {
    schema: proxyApi.create.body,
    bounds: proxyBounds,
    valid: { name: 'tokyo-1', address: 'socks5://proxy.example:1080' },
  },
  virtualModelBounds: {
    schema: virtualModelApi.create.body,
    bounds: virtualModelBounds,
    valid: {
      name: 'best',
      mode: 'order',
      groups: [],
      is_enabled: true,
      members: [{ model: 'gpt-4o', weight: 1 }],
      fallback_on: [],
    },
  },
  modelListBounds: {
    schema: watchSetting.extend({ pattern: modelListApi.ignore.body.shape.pattern }),
    bounds: modelListBounds,
    valid: { ...watchDefault, pattern: 'gpt-*' },
  },
  memberBounds: { schema: virtualMember, bounds: memberBounds, valid: { model: 'gpt-4o', weight: 1 } },
  conditionBounds: { schema: memberConditions, bounds: conditionBounds, valid: {} },
  planBounds: {
    schema: plan.extend({ seconds: plan.shape.custom_seconds }),
    bounds: planBounds,
    valid: { title: 'Pro', price_amount: 20, id: 1, created_at: 1, updated_at: 1 },
  },
  budgetBounds: {
    schema: budget,
    bounds: budgetBounds,
    valid: { window: 'rolling', period: 'hours', hours: 5, amount: 1 },
  },
  routeExplainBounds: {
    schema: routeExplainApi.explain.body,
    bounds: routeExplainBounds,
    valid: { model: 'gpt-4o' },
  },
  agentBounds: { schema: agentApi.apply.body, bounds: agentBounds, valid: {} },
  termsBounds: { schema: ownTerms, bounds: termsBounds, valid: {} },
  payoutBounds: {
    schema: payoutMethod.pick({ name: true }).extend({
      field: payoutMethod.shape.fields.element.shape.label,
      value: newWithdrawal.shape.fields.element,
      reference: paymentReference,
    }),
    bounds: payoutBounds,
    valid: { name: 'Bank', field: 'Account', value: 'DE02', reference: 'B-1' },
  },
  configFileBounds: { schema: configFileApi.plan.body, bounds: configFileBounds, valid: { text: 'turnpike: 1' } },
  faqBounds: {
    schema: faqApi.save.body.shape.entries.element,
    bounds: faqBounds,
    valid: { question: 'How?', answer: 'So.', question_zh: '', answer_zh: '' },
  },
  recordBounds: { schema: recordTerms, bounds: recordBounds, valid: recordDefaults },
  webhookBounds: {
    schema: notificationApi.update.body.shape.webhook,
    bounds: webhookBounds,
    valid: { kind: 'generic' },
  },
}

const short = (value: unknown) => JSON.stringify(value)?.slice(0, 60)

test('every table of bounds that the contract exports is enforced by a schema', async () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  )
  const modules = await Promise.all(files.map((name) => import(`./${name}`) as Promise<object>))
  const isTable = (value: unknown) => Object.values(value as object).every((each) => each?.constructor === Object)
  const tables = modules.flatMap((exports) =>
    Object.entries(exports).flatMap(([name, value]) => (name.endsWith('Bounds') && isTable(value) ? [name] : [])),
  )
  assert.deepEqual(tables.sort(), Object.keys(enforcing).sort())
})

for (const [table, { schema, bounds, valid }] of Object.entries(enforcing))
  test(`${table}: what is at a bound is taken, and what is beyond it is refused`, () => {
    assert.ok(schema.safeParse(valid).success, 'the body to start from')
    for (const [field, limits] of Object.entries(bounds))
      for (const [limit, { within, beyond }] of probesOf(limits)) {
        const isTaken = (value: unknown) => schema.safeParse({ ...valid, [field]: value }).success
        for (const value of within) assert.ok(isTaken(value), `${field}.${limit} takes ${short(value)}`)
        for (const value of beyond) assert.ok(!isTaken(value), `${field}.${limit} refuses ${short(value)}`)
        assert.ok(beyond.length > 0, `${field}.${limit} refuses something`)
      }
  })

/** A text of exactly this length that is a value of the option. */
function longText(bounds: OptionBounds & { lengthMax: number }, length: number): string {
  const json = { map: '{}', objects: '{}', links: '[]' }
  if (isJsonKind(bounds)) return json[bounds.kind].padEnd(length)
  if (bounds.kind === 'list') return anItem(bounds.item).padEnd(length)
  if (bounds.kind === 'address' || bounds.kind === 'picture') return 'https://x.org/'.padEnd(length, 'x')
  return 'x'.repeat(length)
}

/** The probes of a part of the option's text, such as a name in a map. */
const partProbes = (limits: Bounds, inText: (part: string | number) => string): [string, Probe<string>][] =>
  probesOf(limits).map(([limit, { within, beyond }]) => [
    limit,
    { within: within.map(inText), beyond: beyond.map(inText) },
  ])
const numberText = (value: string | number) =>
  typeof value === 'number' ? value.toFixed(12).replace(/\.?0+$/, '') : value

type BoundsOf<Kind, Each = OptionBounds> = Each extends { kind: infer Kinds }
  ? Kind extends Kinds
    ? Each
    : never
  : never
/** One row for each kind of option; a kind without a row does not compile. Lengths are probed apart from the kind. */
const kindProbes: { [Kind in OptionKind]: (bounds: BoundsOf<Kind>) => [limit: string, probe: Probe<string>][] } = {
  switch: () => [['kind', { within: ['true', 'false'], beyond: ['', 'on', '1', 'TRUE'] }]],
  number: (bounds) => [
    ...partProbes(bounds, numberText),
    ['blank', bounds.blank === undefined ? { within: [], beyond: [''] } : { within: [''], beyond: [' '] }],
  ],
  quota: (bounds) => partProbes(bounds, numberText),
  choice: ({ choices }) => [['choices', { within: [...choices], beyond: ['', `${choices[0]}x`] }]],
  text: () => [],
  line: ({ pattern }) => partProbes({ pattern }, String),
  address: ({ pattern }) => partProbes({ pattern }, (part) => `https://x.org/${part}`),
  picture: ({ pattern }) => partProbes({ pattern }, (part) => `/${part}`),
  list: ({ item, separator }) => partProbes(item, (part) => [anItem(item), part].join(separator.write)),
  map: ({ name, value, isRemovable }) => [
    ...partProbes(name, (part) => JSON.stringify({ [part]: isOfNumber(value) ? 1 : 'x' })),
    ...partProbes(value, (part) => JSON.stringify({ a: part })),
    [
      'isRemovable',
      isRemovable ? { within: ['{"a":null}'], beyond: ['{"a":false}'] } : { within: [], beyond: ['{"a":null}'] },
    ],
  ],
  objects: ({ name, isRemovable }) => [
    ...partProbes(name, (part) => JSON.stringify({ [part]: {} })),
    ['isMember', { within: ['{"a":{}}'], beyond: ['{"a":1}', '{"a":[]}', '{"a":{"b":"c"}}'] }],
    [
      'isRemovable',
      isRemovable ? { within: ['{"a":null}'], beyond: ['{"a":false}'] } : { within: [], beyond: ['{"a":null}'] },
    ],
  ],
  links: ({ name, link, countMax }) => [
    ...partProbes(name, (part) => JSON.stringify([{ [part]: 'app://x' }])),
    ...partProbes({ pattern: link.pattern }, (part) => JSON.stringify([{ a: `app://${part}` }])),
    [
      'link',
      {
        within: [JSON.stringify([{ a: 'app://'.padEnd(link.lengthMax ?? 0, 'x') }])],
        beyond: [JSON.stringify([{ a: 'app://'.padEnd((link.lengthMax ?? 0) + 1, 'x') }]), '[{"a":"javascript://x"}]'],
      },
    ],
    [
      'countMax',
      {
        within: [JSON.stringify(Array(countMax).fill({ a: 'app://x' }))],
        beyond: [JSON.stringify(Array(countMax + 1).fill({ a: 'app://x' }))],
      },
    ],
  ],
}

for (const key of optionKeys)
  test(`${key}: what is at a bound is taken, what is beyond it is refused, by the form as by the server`, () => {
    const bounds: OptionBounds = options[key]
    // The row under a kind's name takes bounds of that kind.
    const probeKind = kindProbes[bounds.kind] as (bounds: OptionBounds) => [string, Probe<string>][]
    const lengths: [string, Probe<string>][] =
      'lengthMax' in bounds
        ? [
            [
              'lengthMax',
              { within: [longText(bounds, bounds.lengthMax)], beyond: [longText(bounds, bounds.lengthMax + 1)] },
            ],
          ]
        : []
    for (const [limit, { within, beyond }] of [...probeKind(bounds), ...lengths]) {
      for (const text of within) assert.ok(parseOption(key, text).ok, `${limit} takes ${short(text)}`)
      for (const text of beyond) assert.ok(!parseOption(key, text).ok, `${limit} refuses ${short(text)}`)
      for (const text of [...within, ...beyond])
        assert.equal(isOptionText(bounds, text), parseOption(key, text).ok, short(text))
    }
  })

test('a number is within its bounds however it is held, and its text is plain', () => {
  const ratio = { min: 0, max: 1_000_000, decimals: 6 }
  for (const value of [0, 0.000001, 0.5, 999_999.999999, 1_000_000]) assert.ok(isNumberWithin(ratio, value), `${value}`)
  for (const value of [-0.1, 0.0000001, 1e-7, 1_000_000.000001, 1e21, Number.NaN, Number.POSITIVE_INFINITY])
    assert.ok(!isNumberWithin(ratio, value), `${value}`)
  assert.ok(isNumberWithin({ min: -999, max: 0, decimals: 0 }, -999))
  for (const text of ['0', '0.000001', '7.300', '1000000.000000']) assert.ok(isNumberText(ratio, text), text)
  for (const text of ['', ' 1', '01', '1.', '.5', '-0', '+1', '1e3', '1,5', '0.0000000', '1000000.000001'])
    assert.ok(!isNumberText(ratio, text), text)
})

test('a refusal names the bounds that are in force', () => {
  const named: [code: ErrorCode, bounds: number[]][] = [
    ['username_invalid', [personBounds.username.charactersMin, personBounds.username.charactersMax]],
    ['password_length', [personBounds.password.charactersMin, personBounds.password.charactersMax]],
    ['display_name_long', [personBounds.display_name.charactersMax]],
    ['code_name_length', [codeBounds.name.charactersMax]],
    ['code_count_high', [codeBounds.count.max]],
    ['channel_name_long', [channelBounds.name.charactersMax]],
    ['virtual_name_invalid', [virtualModelBounds.name.lengthMax]],
    ['virtual_members_count', [membersMax]],
    ['model_pattern_invalid', [modelListBounds.pattern.charactersMin, modelListBounds.pattern.lengthMax, wildcardsMax]],
    ['channel_priority_low', [channelBounds.priority.min]],
    ['plan_title_invalid', [planBounds.title.charactersMin, planBounds.title.charactersMax]],
    ['plan_price_invalid', [planBounds.price_amount.min, planBounds.price_amount.max]],
  ]
  for (const [code, bounds] of named)
    for (const language of ['en', 'zh'] as const)
      for (const bound of bounds) assert.match(errorText(code, language), new RegExp(`(?<!\\d)${bound}(?!\\d)`), code)
})
