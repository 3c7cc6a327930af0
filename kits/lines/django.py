# wsgi.py (asgi.py: Asgi)
from django.core.wsgi import get_wsgi_application
from tidemark import Wsgi

application = Wsgi(get_wsgi_application())
# Without the script: Wsgi(get_wsgi_application(), carry=False, count=True)
# Behind a proxy of your own: ip_of=lambda environ: environ["HTTP_X_REAL_IP"]
