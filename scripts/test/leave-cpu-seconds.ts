// Loaded into a test process before its files. At the end it writes how much CPU time the process took, for the runner to read.
import { writeFileSync } from 'node:fs'
import { cpuSeconds } from './cpu-seconds.ts'

const { env } = process
const file = env.TURNPIKE_TEST_CPU_FILE
delete env.TURNPIKE_TEST_CPU_FILE // the processes that tests start would write to the same file
if (file)
  process.once('exit', () => {
    const taken = cpuSeconds()
    if (taken) writeFileSync(file, String(taken.own + taken.children))
  })
