import { isDeepStrictEqual } from 'node:util'
import { priceSourceDefaults } from '@turnpike/contract/money/price-sources'
import { isSecretOption, options, optionText } from '@turnpike/contract/options'
import { keyHostOf } from '@turnpike/contract/routing/key-host'
import { usualFallbacks } from '@turnpike/contract/routing/virtual-models'
import {
  configFileVersion,
  type FileGroup,
  type FilePrice,
  type WrittenConfigFile,
  type WrittenFaqEntry,
  type WrittenPriceSource,
  type WrittenVirtualModel,
} from '@turnpike/contract/system/config-file/config-file'
import type { ExportedSecrets } from '@turnpike/contract/system/config-file/config-file-api'
import { channelTypeName, type WrittenChannel } from '@turnpike/contract/system/config-file/file-channel'
import { fileOptionKeys } from '@turnpike/contract/system/config-file/file-options'
import { type SecretReference, secretVariablePrefix } from '@turnpike/contract/system/config-file/secret-reference'
import type { FaqEntry } from '@turnpike/contract/system/faq'
import { Document, isNode } from 'yaml'
import type { Vault } from '../../../secrets/vault.ts'
import { overridesFor, wholeMap } from '../../money/pricing/price-maps.ts'
import type { SourceRow } from '../../money/pricing/sources/price-sources.queries.ts'
import { commaList } from '../../routing/channels/comma-list.ts'
import { type OverrideColumn, openedText } from '../../routing/channels/edit/header-literals.ts'
import { usualColumns } from '../../routing/channels/keys/new-rows.ts'
import type { KeptVirtualModel } from '../../routing/virtual-models/virtual-models.queries.ts'
import { jsonMembers, mayHoldSecret, plainColumns } from './channel-members.ts'
import type { InstallationState, StoredChannel } from './installation-state.ts'
import { own } from './plan.ts'
import { isSecretAddress } from './plan-price-sources.rules.ts'
import { priceMaps, priceMembers } from './plan-prices.rules.ts'
import { sealSecret, useOf } from './secrets.ts'

/** Writes a secret into the file: sealed, or as the name of a variable. */
type SecretWriter = (value: string, use: string, ...words: string[]) => SecretReference

/** An installation as a file that changes nothing when it is applied to it. */
export function exportConfig(state: InstallationState, vault: Vault, secrets: ExportedSecrets): string {
  const nameOf = variableNamer()
  const write: SecretWriter = (value, use, ...words) =>
    secrets === 'env' ? { env: nameOf(words) } : sealSecret(vault, use, value)
  const file: WrittenConfigFile = {
    turnpike: configFileVersion,
    options: writtenOptions(state, write),
    groups: writtenGroups(state),
    prices: writtenPrices(state),
    price_sources: state.priceSources.map((source) => writtenSource(source, write)),
    channels: state.channels.map((channel) => writtenChannel(channel, vault, write)),
    virtual_models: state.virtualModels.map(writtenVirtualModel),
    faq: state.faq.map((entry) => withoutUsual<WrittenFaqEntry>(entry, noTexts)),
  }
  const document = new Document(file)
  document.commentBefore = ` Configuration of Turnpike. Members with their default value are left out.${
    secrets === 'sealed'
      ? '\n Sealed secrets can be opened by the installation that made this file, and by no other.'
      : ''
  }`
  markSameNames(document, 'channels', state.channels)
  markSameNames(document, 'price_sources', state.priceSources)
  return document.toString({ lineWidth: 0 })
}

const noTexts: FaqEntry = { question: '', answer: '', question_zh: '', answer_zh: '' }

const labels = { channels: 'channel', price_sources: 'price source' }

function markSameNames(document: Document, section: keyof typeof labels, entries: readonly { name: string }[]): void {
  const sameNames = Map.groupBy(entries.keys(), (index) => entries[index]?.name)
  for (const index of [...sameNames.values()].filter(({ length }) => length > 1).flat()) {
    const node = document.getIn([section, index], true)
    if (isNode(node))
      node.commentBefore = ` Another ${labels[section]} has the same name: rename one before this file is applied.`
  }
}

function writtenOptions({ options: values, unreadable }: InstallationState, write: SecretWriter) {
  const written = fileOptionKeys
    .filter((key) => !unreadable.has(key) && optionText(key, values[key] as never) !== options[key].default)
    .map((key) => [key, isSecretOption(key) ? write(String(values[key]), useOf.option(key), key) : values[key]])
  return Object.fromEntries(written)
}

function writtenGroups({ options: { GroupRatio, UserUsableGroups, TopupGroupRatio } }: InstallationState) {
  const names = new Set([GroupRatio, UserUsableGroups, TopupGroupRatio].flatMap((map) => Object.keys(map)))
  const group = (name: string): FileGroup => {
    const [ratio, description, topup_ratio] = [
      own(GroupRatio, name),
      own(UserUsableGroups, name),
      own(TopupGroupRatio, name),
    ]
    return {
      ...(ratio !== undefined && { ratio }),
      ...(description !== undefined && { description }),
      ...(topup_ratio !== undefined && { topup_ratio }),
    }
  }
  return Object.fromEntries([...names].map((name) => [name, group(name)]))
}

function writtenPrices({ options: values }: InstallationState) {
  const prices = new Map<string, FilePrice>()
  for (const member of priceMembers) {
    const key = priceMaps[member]
    for (const [model, amount] of Object.entries(overridesFor(key, wholeMap(key, values[key]))))
      prices.set(model, { ...prices.get(model), [member]: amount })
  }
  return Object.fromEntries([...prices].sort(([one], [other]) => (one < other ? -1 : 1)))
}

function writtenSource(
  { id: _, created_at: __, next_run_at: ___, last_run: ____, good_models: _____, ...source }: SourceRow,
  write: SecretWriter,
): WrittenPriceSource {
  const { name, address } = source
  const shown = isSecretAddress(address) ? write(address, useOf.priceSource, 'price_source', name) : address
  return withoutUsual<WrittenPriceSource>({ ...source, address: shown }, priceSourceDefaults)
}

function writtenChannel(channel: StoredChannel, vault: Vault, write: SecretWriter): WrittenChannel {
  const columns = plainColumns(channel)
  const { name, type, models, group } = columns
  const secretOr = <Plain>(column: 'base_url' | 'setting', use: string, plain: Plain) =>
    mayHoldSecret(column, columns[column]) ? write(columns[column], use, column, name) : plain
  const host = keyHostOf(columns)
  const override = (column: OverrideColumn) => {
    const text = openedText(vault, column, columns[column])
    return mayHoldSecret(column, text) ? write(text, useOf.override(column, host), column, name) : jsonMembers(text)
  }
  const all: WrittenChannel = {
    name: name.trim(),
    type: (channelTypeName(type) ?? type) as WrittenChannel['type'], // a name of the schema's list
    ...keysOf(channel, vault, write),
    status: channel.status === 2 ? 'disabled' : 'enabled',
    models: commaList(models),
    groups: commaList(group),
    base_url: secretOr('base_url', useOf.baseUrl, columns.base_url),
    other: columns.other,
    openai_organization: columns.openai_organization,
    test_model: columns.test_model,
    model_mapping: jsonMembers(columns.model_mapping) as Record<string, string>,
    status_code_mapping: jsonMembers(columns.status_code_mapping) as Record<string, string>,
    setting: secretOr('setting', useOf.setting, jsonMembers(columns.setting)),
    param_override: override('param_override'),
    header_override: override('header_override'),
    tag: columns.tag ?? '',
    priority: columns.priority,
    weight: columns.weight,
    auto_ban: columns.auto_ban === 1,
    max_input_tokens: columns.max_input_tokens,
  }
  return withoutUsual(all, usualMembers)
}

const usualMembers: Partial<WrittenChannel> = {
  ...{ ...usualColumns, group: undefined },
  groups: [usualColumns.group],
  status: 'enabled',
  model_mapping: {},
  status_code_mapping: {},
  setting: {},
  param_override: {},
  header_override: {},
  tag: '',
  auto_ban: true,
}

const withoutUsual = <Members extends object>(members: Members, usual: Partial<Members>): Members =>
  Object.fromEntries(
    Object.entries(members).filter(
      ([name, value]) => !isDeepStrictEqual(value, (usual as Record<string, unknown>)[name]),
    ),
  ) as Members // members with a default may be absent

/** A key that can no longer be decrypted is left out: the stored one stays when the file is applied. */
function keysOf(channel: StoredChannel, vault: Vault, write: SecretWriter): Partial<WrittenChannel> {
  const use = useOf.channelKey(keyHostOf(plainColumns(channel)))
  const hasSeveral = channel.multi_key_mode !== ''
  const ciphers = hasSeveral ? channel.keys.map(({ key_cipher }) => key_cipher) : [channel.key_cipher]
  const opened = ciphers.map((cipher) => openedKey(vault, cipher))
  const keys = opened.filter((key) => key !== undefined)
  if (keys.length === 0 || keys.length < opened.length) return {}
  const written = keys.map((key, index) =>
    write(key, use, 'key', channel.name, ...(hasSeveral ? [String(index + 1)] : [])),
  )
  const [first] = written
  if (channel.multi_key_mode !== '') return { keys: written, multi_key_mode: channel.multi_key_mode }
  return first ? { key: first } : {}
}

function openedKey(vault: Vault, cipher: string): string | undefined {
  try {
    return vault.decrypt(cipher, 'channel key')
  } catch {
    return undefined
  }
}

const usualVirtual: Partial<WrittenVirtualModel> = {
  description: '',
  mode: 'order',
  groups: [],
  is_enabled: true,
  fallback_on: [...usualFallbacks],
}

function writtenVirtualModel({ id: _, updated_at: __, ...model }: KeptVirtualModel): WrittenVirtualModel {
  const written = {
    ...model,
    groups: [...model.groups],
    members: [...model.members],
    fallback_on: [...model.fallback_on],
  }
  return withoutUsual<WrittenVirtualModel>(written, usualVirtual)
}

/** Names variables after their content, each name once: `TURNPIKE_KEY_OPENAI_MAIN`, `TURNPIKE_SMTP_TOKEN`. */
function variableNamer(): (words: readonly string[]) => string {
  const given = new Set<string>()
  return (words) => {
    const name = secretVariablePrefix + words.map(inCapitals).filter(Boolean).join('_').slice(0, 100)
    for (let count = 1; ; count++) {
      const free = count === 1 ? name : `${name}_${count}`
      if (given.has(free)) continue
      given.add(free)
      return free
    }
  }
}

/** `SMTPToken` → `SMTP_TOKEN`, `openai main` → `OPENAI_MAIN`. Other letters than those of English are left out. */
const inCapitals = (word: string) =>
  word
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
