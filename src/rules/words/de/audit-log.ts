export const lead =
  'Wer was geändert hat, das Neueste zuerst. Diese Seite sehen nur Inhaber. Einträge werden {days} Tage aufbewahrt.'
export const scope = 'Anzeigen'
export const scopes = { site: 'Diese Website', team: 'Das ganze Team' } as const
export const kind = 'Änderung'
export const allKinds = 'Alle Änderungen'
export const person = 'Person'
export const everyone = 'Alle'
export const csv = 'CSV herunterladen'
export const older = 'Ältere'
export const newer = 'Neuere'
export const none = 'Noch keine Änderungen aufgezeichnet.'
export const noMatch = 'Keine Änderungen passen zu diesen Filtern.'
export const by = {
  user: '{name}',
  key: '{name} über den API-Schlüssel {detail}',
  token: 'Plugin-Token {detail}',
  command: 'Betreiber',
  service: 'Tidemark',
} as const
export const values = 'Vorher und nachher'
export const before = 'Vorher'
export const after = 'Nachher'
export const kinds = {
  'team.created': 'Team erstellt',
  'team.changed': 'Team geändert',
  'member.added': 'Mitglied hinzugefügt',
  'member.changed': 'Rolle eines Mitglieds geändert',
  'member.removed': 'Mitglied entfernt',
  'invitation.created': 'Einladung verschickt',
  'invitation.accepted': 'Einladung angenommen',
  'invitation.withdrawn': 'Einladung zurückgezogen',
  'guest.added': 'Gast hinzugefügt',
  'guest.changed': 'Rolle eines Gasts geändert',
  'guest.removed': 'Gast entfernt',
  'site.created': 'Website erstellt',
  'site.changed': 'Einstellungen der Website geändert',
  'site.deleted': 'Website gelöscht',
  'tracker.changed': 'Einstellungen der Messung geändert',
  'kit.renewed': 'Kit-Geheimnis ersetzt',
  'properties.changed': 'Liste der Eigenschaften geändert',
  'goal.created': 'Ziel erstellt',
  'goal.changed': 'Ziel geändert',
  'goal.deleted': 'Ziel gelöscht',
  'funnel.created': 'Trichter erstellt',
  'funnel.changed': 'Trichter geändert',
  'funnel.deleted': 'Trichter gelöscht',
  'segment.created': 'Segment erstellt',
  'segment.changed': 'Segment geändert',
  'segment.deleted': 'Segment gelöscht',
  'note.created': 'Notiz erstellt',
  'note.changed': 'Notiz geändert',
  'note.deleted': 'Notiz gelöscht',
  'shield.created': 'Schutzregel hinzugefügt',
  'shield.deleted': 'Schutzregel entfernt',
  'link.created': 'Geteilter Link erstellt',
  'link.changed': 'Geteilter Link geändert',
  'link.deleted': 'Geteilter Link gelöscht',
  'recipients.changed': 'Empfänger von Berichten geändert',
  'channel.created': 'Kanal erstellt',
  'channel.changed': 'Kanal geändert',
  'channel.deleted': 'Kanal gelöscht',
  'statistics.requested': 'Löschung von Statistik angefordert',
  'statistics.stopped': 'Löschung von Statistik gestoppt',
  'statistics.erased': 'Statistik gelöscht',
  'rule.created': 'Hinweis erstellt',
  'rule.changed': 'Hinweis geändert',
  'rule.deleted': 'Hinweis gelöscht',
  'import.started': 'Import gestartet',
  'import.cancelled': 'Import abgebrochen',
  'import.deleted': 'Import gelöscht',
  'export.made': 'Daten exportiert',
  'token.created': 'Plugin-Token erstellt',
  'token.revoked': 'Plugin-Token widerrufen',
  'key.created': 'API-Schlüssel erstellt',
  'key.changed': 'API-Schlüssel geändert',
  'key.revoked': 'API-Schlüssel widerrufen',
  'account.created': 'Konto erstellt',
  'account.changed': 'Konto geändert',
  'account.deleted': 'Konto gelöscht',
  'password.changed': 'Passwort geändert',
  'second_factor.enabled': 'Zwei-Faktor-Authentifizierung eingeschaltet',
  'second_factor.disabled': 'Zwei-Faktor-Authentifizierung ausgeschaltet',
  'identity.linked': 'Konto mit einem Anmeldedienst verknüpft',
  'sessions.ended': 'Überall abgemeldet',
  'sign_in_link.created': 'Anmeldelink erstellt',
  'sql_role.granted': 'SQL-Zugriff gewährt',
  'sql_role.revoked': 'SQL-Zugriff entzogen',
  'sql_role.track_granted': 'Ereignisse per SQL erlaubt',
  'sql_role.track_revoked': 'Ereignisse per SQL nicht mehr erlaubt',
} as const
