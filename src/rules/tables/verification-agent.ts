// How our own installation checker calls itself; its events prove an installation and are not traffic (spec/ingestion
// 8).

export const verificationAgent = 'Mozilla/5.0 (compatible; Tidemark-Verification/1.0)'
