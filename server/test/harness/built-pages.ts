import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

export const builtScript = `console.log(${JSON.stringify('x'.repeat(5000))})`

const builtRoutes = [
  { path: '/', files: ['/assets/home-1.js'] },
  { path: '/channel', files: ['/assets/frame-2.js', '/assets/channels-3.js', '/assets/channels-4.css'] },
  { path: '/channel/edit/:id', files: ['/assets/editor-5.js'] },
  { path: '/chat/:id?', files: ['/assets/chat-6.js'] },
  { path: '*', files: ['/assets/not-found-7.js'] },
]

/** What a build of the web app leaves behind, in small. */
export function givenPages(): { folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-test-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(
    join(folder, 'index.html'),
    `<!doctype html><html lang="zh-CN"><head><title>Turnpike</title></head>${' '.repeat(2000)}`,
  )
  writeFileSync(join(folder, 'assets', 'app-1a2b3c.js'), builtScript)
  writeFileSync(join(folder, 'assets', 'page-4d5e6f.js'), 'not read, because the next one is')
  writeFileSync(join(folder, 'assets', 'page-4d5e6f.js.br'), brotliCompressSync(builtScript))
  writeFileSync(join(folder, 'robots.txt'), 'User-agent: *')
  writeFileSync(join(folder, 'logo.png'), Buffer.alloc(3000))
  writeFileSync(join(folder, '.route-files.json'), JSON.stringify(builtRoutes))
  writeFileSync(join(folder, '.built'), 'hidden')
  return { folder, remove: () => rmSync(folder, { recursive: true }) }
}
