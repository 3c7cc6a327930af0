from tidemark import Asgi

app.add_middleware(Asgi)
# Without the script: app.add_middleware(Asgi, carry=False, count=True)
# Behind a proxy of your own: uvicorn --proxy-headers
