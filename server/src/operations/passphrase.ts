import { Refusal } from './refusal.ts'

const passphraseMin = 12

/** From the environment, or typed at a terminal where it is not shown. */
export async function promptPassphrase(given: string | undefined, { isNew }: { isNew: boolean }): Promise<string> {
  const passphrase = given || (await typedPassphrase(isNew))
  if (isNew && passphrase.length < passphraseMin)
    throw new Refusal(`The passphrase needs at least ${passphraseMin} characters.`)
  return passphrase
}

async function typedPassphrase(isNew: boolean): Promise<string> {
  if (!process.stdin.isTTY)
    throw new Refusal('There is no terminal to type the passphrase at: set BACKUP_PASSPHRASE instead.')
  const passphrase = await typeHidden('Passphrase of the backup: ')
  if (isNew && passphrase !== (await typeHidden('Once more: '))) throw new Refusal('The two passphrases differ.')
  return passphrase
}

/** One line from the terminal, without echo. */
function typeHidden(query: string): Promise<string> {
  const { stdin, stderr } = process
  stdin.setRawMode(true) // before the prompt: characters typed early must not be shown either
  stdin.setEncoding('utf8')
  stdin.resume()
  stderr.write(query)
  return new Promise((resolve, reject) => {
    let typed = ''
    const end = () => {
      stdin.off('data', read)
      stdin.setRawMode(false)
      stdin.pause()
      stderr.write('\n')
    }
    const read = (text: string) => {
      for (const character of text) {
        if (character === '\u0003' || character === '\u0004') {
          end()
          reject(new Refusal('Nothing was done.'))
          return
        }
        if (character === '\r' || character === '\n') {
          end()
          resolve(typed)
          return
        }
        typed = character === '\u007f' || character === '\b' ? typed.slice(0, -1) : typed + character
      }
    }
    stdin.on('data', read)
  })
}
