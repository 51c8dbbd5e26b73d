import { fixedPart } from '../../translate/response/bad-channel.ts'
import type { Target } from '../provider.ts'

/** A line of models: its path and its names there. */
export type Line = {
  path: string
  domain: string
  /** The model's name over HTTP, if it has one, and the path there. */
  model?: string
  httpPath?: string
  /** Instructions have their own role. */
  hasSystem?: true
  hasFunctions?: true
}

const lite: Line = { path: '/v1.1/chat', domain: 'lite', model: 'lite' }
const second: Line = { path: '/v2.1/chat', domain: 'generalv2' }
const pro: Line = { path: '/v3.1/chat', domain: 'generalv3', model: 'generalv3', hasFunctions: true }
const pro128k: Line = { path: '/chat/pro-128k', domain: 'pro-128k', model: 'pro-128k', hasFunctions: true }
const max: Line = {
  path: '/v3.5/chat',
  domain: 'generalv3.5',
  model: 'generalv3.5',
  hasSystem: true,
  hasFunctions: true,
}
const max32k: Line = {
  path: '/chat/max-32k',
  domain: 'max-32k',
  model: 'max-32k',
  hasSystem: true,
  hasFunctions: true,
}
const ultra: Line = {
  path: '/v4.0/chat',
  domain: '4.0Ultra',
  model: '4.0Ultra',
  hasSystem: true,
  hasFunctions: true,
}
const reasoning: Line = {
  path: '/v1/x1',
  domain: 'spark-x',
  model: 'spark-x',
  httpPath: '/v2/chat/completions',
  hasSystem: true,
}

/** Versions, in lower case. */
const versions: ReadonlyMap<string, Line> = new Map([
  ['v1.1', lite],
  ['v2.1', second],
  ['v3.1', pro],
  ['v3.1-128k', pro128k],
  ['v3.5', max],
  ['v3.5-32k', max32k],
  ['v4.0', ultra],
  ['x1', reasoning],
  ['x1.5', reasoning],
])

/** Names of models without a version, in lower case: the names that clients use, and the vendor's own. */
const aliases: ReadonlyMap<string, Line> = new Map([
  ['spark-lite', lite],
  ['spark-pro', pro],
  ['spark-pro-128k', pro128k],
  ['spark-max', max],
  ['spark-max-32k', max32k],
  ['spark-4.0-ultra', ultra],
  ['spark-x1', reasoning],
  ['spark-x1.5', reasoning],
  ...[lite, pro, pro128k, max, max32k, ultra, reasoning].map((line): [string, Line] => [
    line.domain.toLowerCase(),
    line,
  ]),
])

const versionDefault = 'v2.1'
const versionPattern = /^(?:v\d{1,2}(?:\.\d{1,2})?(?:-\d{1,4}k)?|x1(?:\.5)?)$/i

const lineOfVersion = (version: string): Line =>
  versions.get(version.toLowerCase()) ?? { path: `/${version}/chat`, domain: `general${version}` }

/** Marks a version that the client requested. It wins over the model's name, which wins over the channel's version. */
const requestedMark = 'requested:'

/** An invalid version is not the channel's fault and is ignored. */
export function chooseVersion(other: string, query: Record<string, string>): string {
  const requested = query['api-version']
  return requested !== undefined && versionPattern.test(requested) ? requestedMark + requested : other
}

/** The line that a call names; undefined if only the channel or the default decides. */
export function namedLine({ model, other }: Pick<Target, 'model' | 'other'>): Line | undefined {
  if (other.startsWith(requestedMark)) return lineOfVersion(other.slice(requestedMark.length))
  const alias = aliases.get(model.toLowerCase())
  if (alias) return alias
  const [, version] = /^sparkdesk-(.+)$/i.exec(model) ?? []
  return version !== undefined && versionPattern.test(version) ? lineOfVersion(version) : undefined
}

export const lineOf = (target: Pick<Target, 'model' | 'other'>): Line =>
  namedLine(target) ?? lineOfVersion(fixedPart(target.other || versionDefault, versionPattern, 'version'))
