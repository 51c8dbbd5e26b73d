import { spawn, spawnSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Cell, Check, Skipped } from './cell.ts'
import { type Gateway, type Upstream, upstreams } from './gateway.ts'

/** A coding agent: how it is told about the gateway, and how it is given one task without a person. */
type Agent = {
  client: string
  dialect: string
  program: string
  package: string
  /** Writes the settings that no argument or variable replaces into the agent's home. */
  configure(home: string, gateway: Gateway): Promise<void>
  env(gateway: Gateway, model: string): Record<string, string>
  args(model: string, task: string): string[]
  /** A task on which the pretend model calls a tool of the agent's own, that prints `turnpike-42`. */
  toolTask: string
  /** A task that calls a tool of a namespace; its result, which the agent makes, holds this text. */
  more?: { task: string; result: string }
}

const command = 'printf turnpike-%s 42'
const spoken = 'Two roads diverged in a yellow wood'

const agents: readonly Agent[] = [
  {
    client: 'Claude Code',
    dialect: 'messages',
    program: 'claude',
    package: '@anthropic-ai/claude-code',
    configure: async () => {},
    env: ({ url, key }, model) => ({
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: key,
      ANTHROPIC_SMALL_FAST_MODEL: model,
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    }),
    args: (model, task) => ['-p', task, '--model', model, '--allowedTools', 'Bash'],
    toolTask: `call Bash with ${JSON.stringify({ command, description: 'prints' })}`,
  },
  {
    client: 'Codex',
    dialect: 'responses',
    program: 'codex',
    package: '@openai/codex',
    configure: (home, { url }) => writeInto(join(home, '.codex'), 'config.toml', codexConfig(url)),
    env: ({ key }) => ({ GATEWAY_KEY: key }),
    args: (model, task) => [
      'exec',
      '--skip-git-repo-check',
      '--dangerously-bypass-approvals-and-sandbox',
      '-m',
      model,
      task,
    ],
    toolTask: `call exec_command with ${JSON.stringify({ cmd: command })}`,
    more: {
      task: ['multi_agent_v1__close_agent', 'multi_agent_v1.close_agent']
        .map((name) => `call ${name} with {"target":"nobody"}`)
        .join(' or '),
      result: 'invalid agent id nobody',
    },
  },
  {
    client: 'Gemini CLI',
    dialect: 'gemini',
    program: 'gemini',
    package: '@google/gemini-cli',
    configure: (home) =>
      writeInto(
        join(home, '.gemini'),
        'settings.json',
        JSON.stringify({
          security: { auth: { selectedType: 'gemini-api-key' } },
          privacy: { usageStatisticsEnabled: false },
          general: { enableAutoUpdate: false },
        }),
      ),
    env: ({ url, key }) => ({ GEMINI_API_KEY: key, GOOGLE_GEMINI_BASE_URL: url }),
    args: (model, task) => ['-m', model, '--skip-trust', '-y', '-p', task],
    toolTask: `call run_shell_command with ${JSON.stringify({ command })}`,
  },
]

const codexConfig = (url: string): string =>
  [
    'model_provider = "turnpike"',
    '[model_providers.turnpike]',
    'name = "turnpike"',
    `base_url = "${url}/v1"`,
    'env_key = "GATEWAY_KEY"',
    'wire_api = "responses"',
  ].join('\n')

async function writeInto(folder: string, name: string, text: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, name), text)
}

/**
 * Runs the coding agents that are on the PATH, each with a home of its own in `folder`. With `installs`, those that are
 * not are installed into `folder` from npm's registry.
 */
export async function* runAgents(
  gateway: Gateway,
  folder: string,
  isWanted: (client: string) => boolean,
  installs: boolean,
): AsyncGenerator<Cell | Skipped> {
  for (const agent of agents.filter(({ client }) => isWanted(client))) {
    const program = findProgram(agent, folder, installs)
    if (program) yield* runAgent(agent, program, gateway, folder)
    else yield { client: agent.client, reason: `${agent.program} is not on the PATH (--install fetches it)` }
  }
}

function findProgram({ program, package: name }: Agent, folder: string, installs: boolean): string | undefined {
  if (spawnSync('which', [program], { stdio: 'ignore' }).status === 0) return program
  if (!installs) return undefined
  const prefix = join(folder, 'npm')
  const args = ['install', '--prefix', prefix, '--no-audit', '--no-fund', '--loglevel=error', name]
  const { status } = spawnSync('npm', args, { stdio: 'inherit' })
  return status === 0 ? join(prefix, 'node_modules', '.bin', program) : undefined
}

async function* runAgent(agent: Agent, program: string, gateway: Gateway, folder: string): AsyncGenerator<Cell> {
  const { client, dialect } = agent
  const home = join(folder, agent.program)
  const work = join(home, 'work')
  await mkdir(work, { recursive: true })
  await agent.configure(home, gateway)
  const cellOf = (upstream: Upstream, check: Check, error: string | null): Cell => ({
    client,
    dialect,
    upstream: upstream.name,
    check,
    error,
  })
  for (const upstream of upstreams) {
    const say = async (task: string, expected: string): Promise<string | null> => {
      const env = { ...process.env, HOME: home, ...agent.env(gateway, upstream.model) }
      const output = await runProgram(program, agent.args(upstream.model, task), env, work)
      return output.includes(expected) ? null : `expected ${expected}, got ${output.slice(-300)}`
    }
    yield cellOf(upstream, 'stream', await say(spoken, spoken))
    const error = await say(agent.toolTask, 'turnpike-42')
    yield cellOf(upstream, 'tools', error ?? (agent.more ? await say(agent.more.task, agent.more.result) : null))
  }
}

const patienceMs = 120_000

function runProgram(program: string, args: string[], env: NodeJS.ProcessEnv, cwd: string): Promise<string> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { env, cwd, stdio: ['ignore', 'pipe', 'pipe'], timeout: patienceMs })
    let output = ''
    const take = (bytes: Buffer) => {
      output += bytes
    }
    child.stdout.on('data', take)
    child.stderr.on('data', take)
    child.on('error', (error) => resolve(error.message))
    child.on('close', () => resolve(output))
  })
}
