import { spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type Cell, type Gateway, type Skipped, upstreams } from './gateway.ts'

/** Packages of PyPI, and the program of this folder that uses each. */
const sdks = [
  { client: 'openai-python', package: 'openai', program: 'openai_chat.py' },
  { client: 'openai-python', package: 'openai', program: 'openai_responses.py' },
  { client: 'anthropic-python', package: 'anthropic', program: 'anthropic_messages.py' },
  { client: 'google-genai', package: 'google-genai', program: 'google_genai.py' },
] as const

/** Runs the Python SDKs, installed into an environment of their own in `folder`. */
export async function* runPythonSdks(
  gateway: Gateway,
  folder: string,
  isWanted: (client: string) => boolean,
): AsyncGenerator<Cell | Skipped> {
  const wanted = sdks.filter(({ client }) => isWanted(client))
  if (wanted.length === 0) return
  const python = createEnvironment(folder, [...new Set(wanted.map((sdk) => sdk.package))])
  if (!python) {
    for (const { client } of wanted) yield { client, reason: 'no Python with venv and pip, or no package index' }
    return
  }
  for (const { client, program } of wanted) yield* runProgram(python, client, program, gateway)
}

function createEnvironment(folder: string, packages: readonly string[]): string | undefined {
  const environment = join(folder, 'python')
  const python = join(environment, 'bin', 'python')
  const steps: [string, string[]][] = [
    ['python3', ['-m', 'venv', environment]],
    [python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...packages]],
  ]
  const isReady = steps.every(([program, args]) => spawnSync(program, args, { stdio: 'inherit' }).status === 0)
  return isReady ? python : undefined
}

async function* runProgram(python: string, client: string, program: string, gateway: Gateway): AsyncGenerator<Cell> {
  const env = {
    ...process.env,
    GATEWAY_URL: gateway.url,
    GATEWAY_KEY: gateway.key,
    UPSTREAMS: JSON.stringify(upstreams),
    PYTHONDONTWRITEBYTECODE: '1',
    PYTHONWARNINGS: 'ignore',
  }
  const child = spawn(python, [join(import.meta.dirname, 'python', program)], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const line of createInterface({ input: child.stdout }))
    if (line.startsWith('{')) yield { client, ...(JSON.parse(line) as Omit<Cell, 'client'>) }
}
