import type { Task } from '@turnpike/contract/usage/task'

/** One of the songs that a task makes, mostly two. */
export type Clip = {
  id: string
  title: string
  tags: string
  lyrics: string
  /** Addresses as the upstream names them; empty where there is none. */
  audio: string
  cover: string
  video: string
  /** 0 until it is known. */
  seconds: number
}

export type TaskResult =
  | { kind: 'songs'; clips: Clip[] }
  | { kind: 'lyrics'; title: string; text: string }
  | { kind: 'video'; model: string; size: string; seconds: string }

type JsonObject = Record<string, unknown>
const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const countOf = (value: unknown): number => (typeof value === 'number' && value > 0 ? value : 0)

/** What a task has made so far, read from its upstream's report; undefined where there is nothing to show. */
export function resultOf({ platform, action, status, data }: Task): TaskResult | undefined {
  if (platform === 'video') return status === 'SUCCESS' ? videoOf(data) : undefined
  if (action === 'LYRICS') return lyricsOf(data)
  const clips = (Array.isArray(data) ? data : []).filter(isObject).map(clipOf)
  const audible = clips.filter(({ audio }) => audio)
  return audible.length > 0 ? { kind: 'songs', clips: audible } : undefined
}

function clipOf(clip: JsonObject, index: number): Clip {
  const metadata = isObject(clip.metadata) ? clip.metadata : {}
  return {
    id: textOf(clip.id) || String(index),
    title: textOf(clip.title),
    tags: textOf(metadata.tags),
    lyrics: textOf(metadata.prompt) || textOf(clip.text),
    audio: textOf(clip.audio_url),
    cover: textOf(clip.image_large_url) || textOf(clip.image_url),
    video: textOf(clip.video_url),
    seconds: countOf(metadata.duration),
  }
}

function lyricsOf(data: unknown): TaskResult | undefined {
  if (!isObject(data)) return undefined
  const text = textOf(data.text)
  return text ? { kind: 'lyrics', title: textOf(data.title), text } : undefined
}

/** Of a video that was deleted there is no report. */
function videoOf(data: unknown): TaskResult | undefined {
  if (!isObject(data) || data.object !== 'video') return undefined
  const { model, size, seconds } = data
  return {
    kind: 'video',
    model: textOf(model),
    size: textOf(size),
    seconds: textOf(seconds) || String(countOf(seconds) || ''),
  }
}

/** The prompt of a task; what its row says about its request. */
export const promptOf = ({ properties }: Task): string => textOf(properties.input)
