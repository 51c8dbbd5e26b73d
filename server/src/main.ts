import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// Compiled code is kept between starts: a second start is faster and never loads the type stripper into memory.
enableCompileCache(join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'turnpike'))
await import('./run.ts')
