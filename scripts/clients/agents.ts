import { spawn, spawnSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type SetupId, setups } from '../../web/src/features/connect/setup-blocks.ts'
import { type Cell, type Check, type Gateway, type Skipped, type Upstream, upstreams } from './gateway.ts'

/** A coding agent: its setup in the console, and how it runs one task without a person. */
type Agent = {
  client: string
  dialect: string
  program: string
  package: string
  /** The setup that the console shows for it. The runner follows it literally. */
  setup: SetupId
  /** Files of the agent's home, as a person who has started it once has them. */
  files?: Record<string, string>
  /** Variables that turn off its prompts and its telemetry. */
  env?: Record<string, string>
  args(task: string): string[]
  /** A task that makes the mock model call a tool of the agent, which prints `turnpike-42`. */
  toolTask: string
  /** A task that calls a tool of a namespace; the tool's result, which the agent produces, contains `result`. */
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
    setup: 'claude-code',
    env: { CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1' },
    args: (task) => ['-p', task, '--allowedTools', 'Bash'],
    toolTask: `call Bash with ${JSON.stringify({ command, description: 'prints' })}`,
  },
  {
    client: 'Codex',
    dialect: 'responses',
    program: 'codex',
    package: '@openai/codex',
    setup: 'codex',
    args: (task) => ['exec', '--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox', task],
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
    setup: 'gemini-cli',
    files: {
      '.gemini/settings.json': JSON.stringify({
        security: { auth: { selectedType: 'gemini-api-key' } },
        privacy: { usageStatisticsEnabled: false },
        general: { enableAutoUpdate: false },
      }),
    },
    args: (task) => ['--skip-trust', '-y', '-p', task],
    toolTask: `call run_shell_command with ${JSON.stringify({ command })}`,
  },
  {
    client: 'opencode',
    dialect: 'chat',
    program: 'opencode',
    package: 'opencode-ai',
    setup: 'opencode',
    env: { OPENCODE_DISABLE_AUTOUPDATE: '1' },
    args: (task) => ['run', ...task.split(' ')], // it puts quotes around an argument that has spaces
    toolTask: `call bash with ${JSON.stringify({ command, description: 'prints' })}`,
  },
]

async function writeFileAt(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
}

/** Follows the setup as a person would: writes its files, and returns the lines that set its variables. */
async function followSetup(setup: SetupId, home: string, { url, key }: Gateway, model: string): Promise<string> {
  const steps = setups[setup]({ base: url, key, model, smallModel: model, name: 'Turnpike' })
  const blocks = steps.flatMap(([first]) => first ?? [])
  for (const { file, code } of blocks) if (file) await writeFileAt(file.replace('~', home), code)
  const terminal = blocks.find(({ file, syntax }) => !file && syntax === 'shell')?.code ?? ''
  return terminal.split('\n').slice(0, -1).join('\n') // the last line starts the agent
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
  for (const [path, text] of Object.entries(agent.files ?? {})) await writeFileAt(join(home, path), text)
  const cellOf = (upstream: Upstream, check: Check, error: string | null): Cell => ({
    client,
    dialect,
    upstream: upstream.name,
    check,
    error,
  })
  for (const upstream of upstreams) {
    const say = async (task: string, expected: string): Promise<string | null> => {
      const variables = await followSetup(agent.setup, home, gateway, upstream.model)
      const env = { ...process.env, HOME: home, ...agent.env }
      const script = `${variables}\nexec "$0" "$@"`
      const output = await runProgram('sh', ['-c', script, program, ...agent.args(task)], env, work)
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
