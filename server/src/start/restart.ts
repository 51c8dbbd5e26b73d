/** Tells a restarted process when it was restarted, in milliseconds. */
const restartedAt = 'TURNPIKE_RESTARTED_AT'
/** A process that fails again this soon would fail for ever. Its supervisor, or a person, has to see it. */
const onceWithinMs = 60_000

/**
 * Replaces this process by a new one with the same command and process id, so that no supervisor is needed. Ends the
 * process if that is not possible, or was done a moment ago.
 */
export function restartProcess(): never {
  const { argv, execArgv, execPath, env } = process
  if (!process.execve || Date.now() - Number(env[restartedAt] ?? 0) < onceWithinMs) process.exit(1)
  return process.execve(execPath, [execPath, ...execArgv, ...argv.slice(1)], {
    ...env,
    [restartedAt]: String(Date.now()),
  })
}
