import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// Compiled code is cached between starts, where it outlives an update of the program. A second start is faster and
// never loads the type stripper into memory, which is why this file itself has no types. Where the folder cannot be
// written, everything is compiled again.
enableCompileCache(join(process.env.DATA_DIR || 'data', 'compiled'))
await import('./start/start.ts')
