/**
 * Tracks the text of a JSON object as it grows, and knows when the object is complete without reading a character
 * twice.
 */
export class WholeJson {
  #depth = 0
  #hasBegun = false
  #isInString = false
  #isEscaped = false

  get isWhole(): boolean {
    return this.#hasBegun && this.#depth === 0
  }

  push(text: string): void {
    for (let at = 0; at < text.length; at++) {
      const char = text[at]
      if (this.#isEscaped) this.#isEscaped = false
      else if (this.#isInString) {
        if (char === '\\') this.#isEscaped = true
        else if (char === '"') this.#isInString = false
      } else if (char === '"') this.#isInString = true
      else if (char === '{' || char === '[') {
        this.#hasBegun = true
        this.#depth++
      } else if (char === '}' || char === ']') this.#depth--
    }
  }
}
