// Parts of HTTP's grammar, to build patterns of. As strict as Node's own parser.

/** A name of a header, or of an extension of a chunk. */
export const token = "[!#$%&'*+.^_`|~0-9A-Za-z-]+"
/** A character of a header's value, or of the reason after a status: no control character but the tab. */
export const fieldCharacter = String.raw`[\t\x20-\x7e\x80-\xff]`
/** The same without space and tab, one of which a value does not begin with. */
export const visibleCharacter = String.raw`[\x21-\x7e\x80-\xff]`
