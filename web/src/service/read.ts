// Where JSON of the service becomes a value with a type. The caller takes the type from the service's contract.

/** Reads a text: a line, an event, the facts of a page. An empty one is null. Throws a SyntaxError. */
export const readText = <Part>(text: string): Part => JSON.parse(text || 'null')

/** Reads the body of an answer; undefined if it is cut off, or something between has answered. */
export const readBody = <Body>(answer: Response): Promise<Body | undefined> => answer.json().catch(() => undefined)
