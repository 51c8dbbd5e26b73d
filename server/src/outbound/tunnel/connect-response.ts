import { HeadReader } from '../http/head-reader.ts'
import { Overhead } from '../http/overhead.ts'
import { headOf, MalformedResponse } from '../http/response-head.ts'

/**
 * Reads the response to CONNECT from bytes that are cut anywhere. A length or coding that a successful response declares
 * is ignored: such a response has no body (RFC 9110, section 9.3.6). Throws MalformedResponse.
 */
export class ConnectResponse {
  /** Of the final response; 0 until its head has ended. */
  status = 0
  readonly #overhead = new Overhead()
  #head = new HeadReader(this.#overhead, 'head')

  read(bytes: Buffer): void {
    let at = 0
    while (this.status === 0) {
      at = this.#head.read(bytes, at)
      if (!this.#head.isComplete) return
      this.#endHead(this.#head)
    }
    // TLS and HTTP begin with the client: the target has sent nothing yet, so these are the proxy's own bytes.
    if (this.isOpen && at < bytes.length) throw new MalformedResponse('bytes before the tunnel was used')
  }

  get isOpen(): boolean {
    return this.status >= 200 && this.status < 300
  }

  /** Interim responses are dropped. */
  #endHead({ status, minorVersion, headers }: HeadReader): void {
    headOf(status, minorVersion, headers) // throws where it can be read in two ways
    if (status >= 200) this.status = status
    else {
      this.#overhead.takeInterimResponse()
      this.#head = new HeadReader(this.#overhead, 'head')
    }
  }
}
