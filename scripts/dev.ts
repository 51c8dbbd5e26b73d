// Server and web app with reload on change: the server on PORT (3000), the app through Vite on http://localhost:5173.
import { spawn } from 'node:child_process'

const programs = [
  spawn(
    'node',
    ['--watch-path=server/src', '--watch-path=contract/src', '--watch-preserve-output', 'server/src/main.mjs'],
    { stdio: 'inherit' },
  ),
  spawn('vite', ['web'], { stdio: 'inherit' }),
]
const stop = () => {
  for (const program of programs) program.kill()
}
for (const program of programs) program.once('exit', stop)
process.once('SIGINT', stop)
process.once('SIGTERM', stop)
