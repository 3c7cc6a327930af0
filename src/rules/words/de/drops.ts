export const dropReasons = {
  bot: ['Von Bots und Crawlern gesendet', 'Nichts zu tun.'],
  dc_ip: ['Aus Rechenzentren gesendet', 'Nichts zu tun.'],
  threat_ip: ['Von Adressen gesendet, die für Angriffe bekannt sind', 'Nichts zu tun.'],
  spam_referrer: ['Referrer-Spam', 'Nichts zu tun.'],
  invalid: ['Kein gültiges Ereignis', 'Prüfen Sie den Code, der es sendet.'],
  no_session_for_engagement: [
    'Zeit auf der Seite ohne vorherigen Seitenaufruf, meist von lange geöffneten Seiten',
    'Nichts zu tun.',
  ],
  not_found: ['Für eine Domain gesendet, die hier nicht eingerichtet ist', 'Prüfen Sie data-domain in Ihrem Snippet.'],
  script_off: [
    'Von einem Browser gesendet, obwohl für diese Website „Ohne Skript“ gewählt ist',
    'Einstellungen › Installation.',
  ],
  pixel_off: ['Vom Zählpixel gesendet, das für diese Website aus ist', 'Einstellungen › Allgemein.'],
  site_country_blocklist: ['Aus einem Land, das Sie sperren', 'Schutzregeln › Länder.'],
  site_hostname_allowlist: ['Der Hostname steht nicht auf Ihrer Liste', 'Schutzregeln › Hostnamen.'],
  site_ip_blocklist: ['Von einer Adresse, die Sie sperren', 'Schutzregeln › Adressen.'],
  site_network_blocklist: ['Aus einem Netz, das Sie sperren', 'Schutzregeln › Netze.'],
  site_page_blocklist: ['Auf einer Seite, die Sie sperren', 'Schutzregeln › Seiten.'],
  unsigned_request: [
    'Seitenabrufe ohne gültige Signatur eines Kits',
    'Prüfen Sie das Kit-Geheimnis und die Uhr Ihres Servers.',
  ],
  verification_agent: ['Von der Installationsprüfung gesendet', 'Nichts zu tun.'],
}
export const droppedEvents = {
  one: '{what}: {count} Ereignis. {advice}',
  other: '{what}: {count} Ereignisse. {advice}',
} as const
