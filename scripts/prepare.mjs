// Runs before start, test and the rest, on whatever Node the machine has: installs the dependencies (our own Node
// among them), builds the web app when it is missing or stale, and finds what tests need. Does nothing twice.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const [goal = 'install'] = process.argv.slice(2)
const ofTests = ['chromium', 'redis-server', 'tinyproxy', 'microsocks']

install()
if (goal === 'start' || goal.startsWith('test')) buildWeb()
if (goal === 'test') findPrograms(ofTests)
if (goal === 'test:long') findPrograms([...ofTests, 'mariadbd', 'pgbouncer'])
if (goal === 'faults') findPrograms(['redis-server', 'pgbouncer'])

function install() {
  const stamp = join(root, 'node_modules', '.installed')
  const wanted = fingerprint(['package-lock.json'])
  if (read(stamp) === wanted) return
  say('Installing dependencies (once, and after they change) …')
  // Installing may replace the Node that scripts run on: npm must run on the machine's own. `npm ci` would insist on the
  // packages of every platform; this takes the locked versions of those that fit here.
  const path = process.env.PATH.split(delimiter).filter((folder) => !folder.endsWith(join('node_modules', '.bin')))
  const env = { ...process.env, PATH: path.join(delimiter), npm_config_loglevel: 'error' }
  const install = ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund']
  const options = { env, shell: process.platform === 'win32', timeout: 10 * 60_000 }
  // The lockfile fixes every version, so what is in npm's cache need not be checked for changes. A download that stalls
  // would keep npm waiting for hours: the second try takes what the first one downloaded from the cache.
  if (!tryRun('npm', [...install, '--prefer-offline'], options)) run('npm', install, options)
  writeFileSync(stamp, wanted)
}

function buildWeb() {
  const stamp = join(root, 'web', 'dist', '.built')
  const wanted = fingerprint([
    'package-lock.json',
    'contract/src',
    'docs/guide',
    'docs/pictures',
    'web/guide',
    'web/src',
    'web/public',
    'web/index.html',
    'web/vite.config.ts',
    'web/bundle',
  ])
  if (read(stamp) === wanted) return
  say('Building the web app …')
  const node = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node')
  run(node, [join(root, 'node_modules', 'vite', 'bin', 'vite.js'), 'build', 'web', '--logLevel', 'warn'], {
    shell: process.platform === 'win32',
  })
  writeFileSync(stamp, wanted)
}

/**
 * Browser tests need a Chromium that can draw Chinese, rate limits a Redis server, and channels with a proxy an HTTP and
 * a SOCKS proxy. Only long tests need a MariaDB, for imports, and a PgBouncer. Debian has them.
 */
function findPrograms(wanted) {
  const packages = {
    chromium: ['chromium', 'fonts-noto-cjk'],
    'redis-server': ['redis-server'],
    tinyproxy: ['tinyproxy-bin'],
    microsocks: ['microsocks'],
    mariadbd: ['mariadb-server'],
    pgbouncer: ['pgbouncer'],
  }
  const missing = wanted.filter((program) => !isThere(program)).flatMap((program) => packages[program])
  if (missing.length === 0) return
  if (!onPath('apt-get') || process.getuid?.() !== 0) {
    say(`Tests need ${missing.join(', ')}. Install them (or set CHROMIUM_PATH to a Chromium) and run this again.`)
    process.exit(1)
  }
  say(`Installing ${missing.join(', ')} for the tests …`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  run('apt-get', ['update', '-qq'], { env })
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...missing], { env })
}

function isThere(program) {
  if (program !== 'chromium') return onPath(program) || existsSync(join('/usr/sbin', program)) // which is not on everyone's path
  const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']
  return process.env.CHROMIUM_PATH || names.some(onPath)
}

function onPath(program) {
  return spawnSync('which', [program], { stdio: 'ignore' }).status === 0
}

/** A hash of the content of files and folders: the same hash means no change. */
function fingerprint(paths) {
  const hash = createHash('sha256')
  const add = (path) => {
    const file = join(root, path)
    if (!existsSync(file)) return
    hash.update(path)
    hash.update(readFileSync(file))
  }
  for (const path of paths) {
    const entries = path.includes('.')
      ? undefined
      : readdirSync(join(root, path), { recursive: true, withFileTypes: true })
    if (!entries) add(path)
    else
      for (const entry of entries.sort((a, b) => name(a).localeCompare(name(b)))) if (entry.isFile()) add(name(entry))
  }
  return hash.digest('hex')
}

function name(entry) {
  return join(entry.parentPath ?? entry.path, entry.name).slice(root.length + 1)
}

function read(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

function run(command, args, options = {}) {
  if (tryRun(command, args, options)) return
  say(`This step failed: ${command} ${args.join(' ')}`)
  process.exit(1)
}

function tryRun(command, args, options) {
  return spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options }).status === 0
}

function say(text) {
  console.log(`\n› ${text}`)
}
