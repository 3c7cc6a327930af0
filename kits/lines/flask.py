from tidemark import Wsgi

app.wsgi_app = Wsgi(app.wsgi_app)
# Without the script: Wsgi(app.wsgi_app, carry=False, count=True)
# Behind a proxy of your own, inside ProxyFix: app.wsgi_app = ProxyFix(Wsgi(app.wsgi_app))
