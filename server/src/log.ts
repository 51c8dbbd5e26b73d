import pino, { type DestinationStream } from 'pino'
import { redact } from './secrets/redact.ts'

type Fields = Record<string, unknown>
type Level = 'error' | 'warn' | 'info' | 'debug'

/** One JSON line per event. error: the operator must act; warn: the server coped; info: state changed. */
export type Log = Record<Level, (event: string, fields?: Fields) => void>

export function createLog(level: Level, destination?: DestinationStream): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
  }
  const logger = destination ? pino(options, destination) : pino(options)
  const write =
    (at: Level) =>
    (event: string, fields: Fields = {}) => {
      // Redaction walks every field: lines below the log level must cost nothing.
      if (logger.isLevelEnabled(at)) logger[at](redact(fields) as Fields, event)
    }
  return { error: write('error'), warn: write('warn'), info: write('info'), debug: write('debug') }
}
